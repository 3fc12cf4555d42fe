import type { IdentityService } from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import { notFound } from '@patchbay/errors/failure';
import { callOf, userOf } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import { normalizeUserCode } from '../domain/device-authorization.ts';
import { sessionRevoked } from '../domain/session.ts';
import { decide } from '../store/device-authorizations.ts';
import { countWrongUserCode, deleteLiveSession } from '../store/own-sessions.ts';
import { lockUser } from '../store/users.ts';
import type { Dependencies } from './dependencies.ts';

/** Unknown codes per session; the session is deleted at this number, so that a stolen one cannot be used to guess codes. */
const maxWrongCodes = 5;

/** `not_found` alike for unknown, expired and decided codes, so that the answer does not tell which codes exist. */
export const decideDeviceAuthorization =
  ({ transact, outbox }: Dependencies): Method<typeof IdentityService.method.decideDeviceAuthorization> =>
  async ({ userCode, approve }, context) => {
    const { userId, sessionId } = userOf(context);
    const decision = {
      userCode: normalizeUserCode(userCode),
      decision: approve ? ('approved' as const) : ('denied' as const),
      decidedBy: userId,
      decidedIn: sessionId,
    };
    const outcome = await transact('decide device', async (tx) => {
      await lockUser(tx, userId);
      const now = new Date();
      const result = await decide(tx, decision, now);
      if (result !== 'no such code' || (await countWrongUserCode(tx, sessionId)) < maxWrongCodes) {
        return result;
      }
      const session = await deleteLiveSession(tx, sessionId, userId, now);
      if (session !== undefined) {
        await outbox.record(tx, callOf(context), [sessionRevoked(session, { reason: 'wrong_user_codes' })]);
      }
      return result;
    });
    // Thrown after the commit: thrown inside the transaction it would roll back the count.
    if (outcome !== 'made') throw notFound(`the user code: ${outcome}`, 'user_code_unknown');
    return {};
  };
