import type { IdentityService } from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import { notFound } from '@patchbay/errors/failure';
import { callOf, userOf } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import { validate } from 'uuid';
import { sessionRevoked } from '../domain/session.ts';
import { deleteLiveSession } from '../store/own-sessions.ts';
import { lockUser, turnOfUser } from '../store/users.ts';
import type { Dependencies } from './dependencies.ts';

/** Revokes any session of the caller, the current one included. Sessions of other users are `not_found`. */
export const revokeSession =
  ({ transact, outbox }: Dependencies): Method<typeof IdentityService.method.revokeSession> =>
  async ({ sessionId }, context) => {
    const { userId } = userOf(context);
    if (!validate(sessionId)) throw notFound('not the id of a session');
    await transact({ name: 'revoke session', turn: turnOfUser(userId) }, async (tx) => {
      await lockUser(tx, userId);
      const session = await deleteLiveSession(tx, sessionId, userId, new Date());
      if (session === undefined) throw notFound('no such session, or not the caller’s');
      await outbox.record(tx, callOf(context), [sessionRevoked(session)]);
    });
    return {};
  };
