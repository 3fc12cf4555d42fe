import type { IdentityService } from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import { onBehalfOf } from '@patchbay/rpc/client';
import type { Method } from '@patchbay/rpc/method';
import { readTexts } from '@patchbay/text/read';
import { signUpRules } from '@patchbay/text/rules';
import type { Dependencies } from './dependencies.ts';
import { mailSignInLink } from './mail-sign-in-link.ts';

/** Organization parks or refuses the sign-up. The person then verifies the address by the mailed link or at the provider. */
export const signUp =
  (dependencies: Dependencies): Method<typeof IdentityService.method.signUp> =>
  async (request, context) => {
    const { provider } = request;
    const parked = readTexts(signUpRules, request);
    await dependencies.organization.parkSignUp(parked, onBehalfOf(context));
    const { email, name, organizationSlug } = parked;
    if (provider === 'magic-link') {
      await mailSignInLink(dependencies, { email, name, callbackUrl: dependencies.portalUrl });
    }
    return { email, organizationSlug, provider };
  };
