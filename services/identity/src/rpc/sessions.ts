import type { IdentityService } from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import { invalid, notFound } from '@patchbay/errors/failure';
import { callOf, userOf } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import { digestOf } from '@patchbay/tokens/token';
import { validate } from 'uuid';
import { type Session, sessionRevoked, signedOut, slide } from '../domain/session.ts';
import {
  deleteLiveSession,
  deleteSession,
  findSessions,
  listSessions as list,
  maxTokens,
  saveSlide,
} from '../store/sessions.ts';
import { lockUser, turnOfUser } from '../store/users.ts';
import type { Dependencies } from './dependencies.ts';
import { presentSession, presentUser } from './present.ts';

export const authenticate = ({
  db,
  logger,
}: Dependencies): Method<typeof IdentityService.method.authenticate> => {
  const slideIfDue = (session: Session, now: Date): Session => {
    const slid = slide(session, now);
    if (slid === undefined) return session;
    // Not awaited, to answer sooner: if the write fails, the next request of the session tries again.
    saveSlide(db, session, slid).catch((error: unknown) =>
      logger.warn({ err: error }, 'moving the expiry of a session failed'),
    );
    return slid;
  };

  return async ({ sessionTokens }) => {
    if (sessionTokens.length > maxTokens)
      throw invalid({ path: 'sessionTokens', message: `must be ${maxTokens} at most` });
    const sessions = await findSessions(db, sessionTokens.map(digestOf));
    const now = db.now();
    return {
      authentications: sessions.map((live) =>
        live === undefined
          ? {}
          : { session: presentSession(slideIfDue(live.session, now)), user: presentUser(live.user) },
      ),
    };
  };
};

export const listSessions =
  ({ db }: Dependencies): Method<typeof IdentityService.method.listSessions> =>
  async (_request, context) => ({
    sessions: (await list(db, userOf(context).userId)).map(presentSession),
  });

/** Revokes any session of the caller, the current one included. Sessions of other users are `not_found`. */
export const revokeSession =
  ({ transact, outbox }: Dependencies): Method<typeof IdentityService.method.revokeSession> =>
  async ({ sessionId }, context) => {
    const { userId } = userOf(context);
    if (!validate(sessionId)) throw notFound('not the id of a session');
    await transact({ name: 'revoke session', turn: turnOfUser(userId) }, async (tx) => {
      await lockUser(tx, userId);
      const session = await deleteLiveSession(tx, sessionId, userId, tx.now());
      if (session === undefined) throw notFound('no such session, or not the caller’s');
      await outbox.record(tx, callOf(context), [sessionRevoked(session)]);
    });
    return {};
  };

export const signOut =
  ({ transact, outbox }: Dependencies): Method<typeof IdentityService.method.signOut> =>
  async (_request, context) => {
    const { userId, name, sessionId } = userOf(context);
    await transact({ name: 'sign out', turn: turnOfUser(userId) }, async (tx) => {
      await lockUser(tx, userId);
      if (!(await deleteSession(tx, sessionId))) return;
      await outbox.record(tx, callOf(context), [signedOut({ id: userId, name }, sessionId)]);
    });
    return {};
  };
