import type { IdentityService } from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import { onBehalfOf } from '@patchbay/rpc/client';
import type { Method } from '@patchbay/rpc/method';
import { emailAddress } from '@patchbay/text/email-address';
import { readText } from '@patchbay/text/read';
import { userExists } from '../store/users.ts';
import type { Dependencies } from './dependencies.ts';
import { mailSignInLink } from './mail-sign-in-link.ts';

/**
 * Answers the same for every address, so that the answer does not tell which addresses may sign in. The mail is queued
 * before the answer, so that a 202 means that it will be sent. Queuing makes the answer a little slower; the rate limits of
 * this operation allow too few requests per address to measure that over a network.
 */
export const requestSignInLink =
  (dependencies: Dependencies): Method<typeof IdentityService.method.requestSignInLink> =>
  async (request, context) => {
    const { db, organization, portalUrl } = dependencies;
    const email = readText(emailAddress, 'email', request.email);
    const { admitted, name } = (await userExists(db, email))
      ? { admitted: true, name: '' }
      : await organization.admitAddress({ email }, onBehalfOf(context));
    if (admitted) {
      await mailSignInLink(dependencies, {
        email,
        name: name || null,
        callbackUrl: request.callbackUrl || portalUrl,
      });
    }
    return {};
  };
