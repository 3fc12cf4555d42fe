import type { IdentityService } from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import { unauthenticated } from '@patchbay/errors/failure';
import { onBehalfOf } from '@patchbay/rpc/client';
import type { Method } from '@patchbay/rpc/method';
import { emailAddress } from '@patchbay/text/email-address';
import { readText } from '@patchbay/text/text-rule';
import { digestOf } from '@patchbay/tokens/token';
import { nameFromEmail } from '../domain/user.ts';
import { insertLinkRequest } from '../store/link-requests.ts';
import { findLink, spendLink, turnOfAddress } from '../store/sign-in-links.ts';
import { ensureUser } from '../store/users.ts';
import { findAdmission } from './admission.ts';
import type { Dependencies } from './dependencies.ts';
import { openSession } from './open-session.ts';

/**
 * Runs one statement, the same for every address, and answers: neither the answer nor the time that it takes tells which addresses
 * may sign in. The stored request is done by the worker of `workers/link-requests.ts`, also after a crash.
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

const unusable = () =>
  unauthenticated('The link was used, was replaced or has expired. Request a new one.', 'link_unusable');

/** Spends nothing: the page asks before its button is pressed, and a mail scanner may run its script. */
export const previewSignInLink =
  ({
    db,
    organization,
  }: Pick<Dependencies, 'db' | 'organization'>): Method<typeof IdentityService.method.previewSignInLink> =>
  async ({ token }, context) => {
    const link = await findLink(db, digestOf(token));
    if (link === undefined) throw unusable();
    const { email, signUpId } = link;
    if (signUpId === null) return { email };
    const parked = await organization.admitAddress({ email }, onBehalfOf(context));
    return { email, organizationName: parked.signUpId === signUpId ? parked.organizationName : '' };
  };

/**
 * Of concurrent calls with one token exactly one succeeds: the link is deleted in the transaction of the session. What let the
 * address in when the link was mailed may have ended since, such as a sign-up that a newer one has replaced.
 */
export const verifySignInLink =
  (dependencies: Dependencies): Method<typeof IdentityService.method.verifySignInLink> =>
  async ({ token, browserSessionToken }, context) => {
    const { db, transact } = dependencies;
    const link = await findLink(db, digestOf(token));
    if (link === undefined) throw unusable();
    const admission = await findAdmission(dependencies, link, onBehalfOf(context));
    if (admission === undefined) throw unusable();
    const user = await transact({ name: 'ensure user', turn: turnOfAddress(link.email) }, (tx) =>
      ensureUser(tx, link.email, admission.name ?? nameFromEmail(link.email)),
    );
    const opened = await openSession(dependencies, context, {
      user,
      by: 'magic-link',
      provesAddress: true,
      signUpId: link.signUpId,
      browserSessionToken,
      spend: async (tx, now) => ((await spendLink(tx, digestOf(token), now)) ? undefined : 'unusable'),
    });
    if (opened === 'unusable') throw unusable();
    return { ...opened, callbackUrl: link.callbackUrl };
  };
