import type { IdentityService } from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import { unauthenticated } from '@patchbay/errors/failure';
import type { Method } from '@patchbay/rpc/method';
import { digestOf } from '@patchbay/tokens/token';
import { nameFromEmail } from '../domain/user.ts';
import { findLink, spendLink } from '../store/sign-in-links.ts';
import { ensureUser } from '../store/users.ts';
import type { Dependencies } from './dependencies.ts';
import { openSession } from './open-session.ts';

const unusable = () =>
  unauthenticated('The link was used, replaced or has expired: request a new one.', 'link_unusable');

/** Of concurrent calls with one token exactly one succeeds: the link is deleted in the transaction of the session. */
export const verifySignInLink =
  (dependencies: Dependencies): Method<typeof IdentityService.method.verifySignInLink> =>
  async ({ token }, context) => {
    const { db, transact } = dependencies;
    const link = await findLink(db, digestOf(token));
    if (link === undefined) throw unusable();
    const user = await transact('ensure user', (tx) =>
      ensureUser(tx, link.email, link.name ?? nameFromEmail(link.email)),
    );
    const opened = await openSession(dependencies, context, {
      user,
      method: 'magic-link',
      spend: async (tx, now) => ((await spendLink(tx, digestOf(token), now)) ? undefined : 'unusable'),
    });
    if (opened === 'unusable') throw unusable();
    return { ...opened, callbackUrl: link.callbackUrl };
  };
