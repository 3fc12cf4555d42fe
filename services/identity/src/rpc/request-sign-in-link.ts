import type { IdentityService } from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import { onBehalfOf } from '@patchbay/rpc/client';
import type { Method } from '@patchbay/rpc/method';
import { emailAddress } from '@patchbay/text/email-address';
import { readText } from '@patchbay/text/read';
import { userExists } from '../store/users.ts';
import type { Dependencies } from './dependencies.ts';
import { mailSignInLink } from './mail-sign-in-link.ts';

/**
 * The answer is the same to every address: whether a mail went out is known to its owner alone. It comes after the mail is
 * queued, so that a 202 is never a mail that was lost. Queuing takes a moment longer than not queuing; the limits on this
 * operation leave too few tries per address to measure that over a network.
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
