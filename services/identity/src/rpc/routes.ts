import type { ConnectRouter } from '@connectrpc/connect';
import { IdentityService } from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import { authenticate } from './authenticate.ts';
import type { Dependencies } from './dependencies.ts';
import { requestSignInLink } from './request-sign-in-link.ts';
import { signOut } from './sign-out.ts';
import { signUp } from './sign-up.ts';
import { updateUser } from './update-user.ts';
import { verifySignInLink } from './verify-sign-in-link.ts';

export const routes = (dependencies: Dependencies) => (router: ConnectRouter) =>
  router.service(IdentityService, {
    authenticate: authenticate(dependencies),
    signUp: signUp(dependencies),
    requestSignInLink: requestSignInLink(dependencies),
    verifySignInLink: verifySignInLink(dependencies),
    signOut: signOut(dependencies),
    updateUser: updateUser(dependencies),
  });
