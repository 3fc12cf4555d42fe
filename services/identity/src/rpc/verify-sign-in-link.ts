import type { IdentityService } from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import { runTransaction } from '@patchbay/database/transaction';
import { unauthenticated } from '@patchbay/errors/failure';
import { callOf } from '@patchbay/rpc/caller';
import { onBehalfOf } from '@patchbay/rpc/client';
import type { Method } from '@patchbay/rpc/method';
import { v7 as uuid } from 'uuid';
import { openSession, signedIn } from '../domain/session.ts';
import { digestOf, newToken } from '../domain/token.ts';
import { nameFromEmail } from '../domain/user.ts';
import { insertSession } from '../store/sessions.ts';
import { findLink, spendLink } from '../store/sign-in-links.ts';
import { ensureUser, markVerified } from '../store/users.ts';
import type { Dependencies } from './dependencies.ts';
import { presentSession, presentUser } from './present.ts';

const unusable = () => unauthenticated('The link was used, replaced or has expired: request a new one.');

/**
 * The link is spent last, together with the session it opens: whatever fails before, organization being away included,
 * leaves it usable, and what was done until then is done again without effect. Of many at once exactly one spends it.
 */
export const verifySignInLink =
  ({
    db,
    prisma,
    outbox,
    organization,
  }: Dependencies): Method<typeof IdentityService.method.verifySignInLink> =>
  async ({ token }, context) => {
    const call = callOf(context);
    const link = await findLink(db, digestOf(token));
    if (link === undefined) throw unusable();
    const { id, email, name } = await runTransaction(
      prisma,
      (tx) => ensureUser(tx, link.email, link.name ?? nameFromEmail(link.email)),
      { name: 'ensure user' },
    );
    await organization.provisionUser({ userId: id, email, name }, onBehalfOf(context));

    const sessionToken = newToken();
    return runTransaction(
      prisma,
      async (tx) => {
        const now = new Date();
        if (!(await spendLink(tx, digestOf(token), now))) throw unusable();
        const user = await markVerified(tx, id);
        const { ipAddress, userAgent } = call;
        const session = openSession({ id: uuid(), userId: id, now, ipAddress, userAgent });
        await insertSession(tx, session, digestOf(sessionToken));
        await outbox.record(tx, call, [signedIn(user, session, 'magic-link')]);
        return {
          sessionToken,
          session: presentSession(session),
          user: presentUser(user),
          callbackUrl: link.callbackUrl,
        };
      },
      { name: 'open session' },
    );
  };
