import type { ConnectRouter } from '@connectrpc/connect';
import { IdentityService } from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import type { Methods } from '@patchbay/rpc/method';
import { authenticate } from './authenticate.ts';
import { completeProviderSignIn } from './complete-provider-sign-in.ts';
import { decideDeviceAuthorization } from './decide-device-authorization.ts';
import type { Dependencies } from './dependencies.ts';
import { getDeviceAuthorization } from './get-device-authorization.ts';
import { getUser } from './get-user.ts';
import { listSessions } from './list-sessions.ts';
import { pollDeviceAuthorization } from './poll-device-authorization.ts';
import { requestSignInLink } from './request-sign-in-link.ts';
import { revokeSession } from './revoke-session.ts';
import { signOut } from './sign-out.ts';
import { signUp } from './sign-up.ts';
import { startDeviceAuthorization } from './start-device-authorization.ts';
import { startProviderSignIn } from './start-provider-sign-in.ts';
import { updateUser } from './update-user.ts';
import { verifySignInLink } from './verify-sign-in-link.ts';

export const routes = (dependencies: Dependencies) => (router: ConnectRouter) => {
  router.service(IdentityService, {
    authenticate: authenticate(dependencies),
    signUp: signUp(dependencies),
    requestSignInLink: requestSignInLink(dependencies),
    verifySignInLink: verifySignInLink(dependencies),
    startProviderSignIn: startProviderSignIn(dependencies),
    completeProviderSignIn: completeProviderSignIn(dependencies),
    startDeviceAuthorization: startDeviceAuthorization(dependencies),
    pollDeviceAuthorization: pollDeviceAuthorization(dependencies),
    getDeviceAuthorization: getDeviceAuthorization(dependencies),
    decideDeviceAuthorization: decideDeviceAuthorization(dependencies),
    listSessions: listSessions(dependencies),
    revokeSession: revokeSession(dependencies),
    signOut: signOut(dependencies),
    getUser: getUser(dependencies),
    updateUser: updateUser(dependencies),
  } satisfies Methods<typeof IdentityService>);
};
