import type { HandlerContext } from '@connectrpc/connect';
import { notFound, unauthenticated } from '@patchbay/errors/failure';
import { callOf, userOf } from '@patchbay/rpc/caller';
import { sessionRevoked } from '../domain/session.ts';
import { countWrongUserCode, deleteLiveSession, lockLiveSession } from '../store/own-sessions.ts';
import type { Tx } from '../store/transaction.ts';
import { lockUser, turnOfUser } from '../store/users.ts';
import type { Dependencies } from './dependencies.ts';

/** Codes per session; the session is deleted at this number, so that a stolen one cannot be used to guess codes. */
const maxWrongCodes = 5;

/**
 * Runs `find` in a transaction and returns its result. Undefined means that no device waits under the code, which is `not_found`
 * alike for unknown, expired and decided codes, so that the answer does not tell which codes exist. Every such answer is counted,
 * also for a code that cannot exist, because what is looked up is a guess.
 *
 * The row lock of the user is held until commit, so that concurrent guesses are counted one after the other, and those that come
 * after the session was deleted are not looked up.
 */
export async function withUserCode<Found extends object>(
  { transact, outbox }: Pick<Dependencies, 'transact' | 'outbox'>,
  context: HandlerContext,
  find: (tx: Tx, now: Date) => Promise<Found | undefined>,
): Promise<Found> {
  const { userId, sessionId } = userOf(context);
  const found = await transact({ name: 'user code', turn: turnOfUser(userId) }, async (tx) => {
    await lockUser(tx, userId);
    const now = new Date();
    if (!(await lockLiveSession(tx, sessionId, now))) throw unauthenticated('The session has ended.');
    const result = await find(tx, now);
    if (result !== undefined || (await countWrongUserCode(tx, sessionId)) < maxWrongCodes) return result;
    const session = await deleteLiveSession(tx, sessionId, userId, now);
    if (session !== undefined) {
      await outbox.record(tx, callOf(context), [sessionRevoked(session, { reason: 'wrong_user_codes' })]);
    }
    return undefined;
  });
  // Thrown after the commit: thrown inside the transaction it would roll back the count.
  if (found === undefined) throw notFound('no device waits under this user code', 'user_code_unknown');
  return found;
}
