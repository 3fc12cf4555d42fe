import type { IdentityService } from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import type { Method } from '@patchbay/rpc/method';
import { emailAddress } from '@patchbay/text/email-address';
import { readText } from '@patchbay/text/read';
import { insertLinkRequest } from '../store/link-requests.ts';
import type { Dependencies } from './dependencies.ts';

/**
 * Runs one statement, the same for every address, and answers: neither the answer nor the time that it takes tells which addresses
 * may sign in. The stored request is done by the worker of `link-requests.ts`, also after a crash.
 */
export const requestSignInLink =
  ({
    db,
    linkRequests,
    portalUrl,
  }: Pick<Dependencies, 'db' | 'linkRequests' | 'portalUrl'>): Method<
    typeof IdentityService.method.requestSignInLink
  > =>
  async (request) => {
    const email = readText(emailAddress, 'email', request.email);
    await insertLinkRequest(db, { email, callbackUrl: request.callbackUrl || portalUrl });
    linkRequests.wake();
    return {};
  };
