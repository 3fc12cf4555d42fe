import type { IdentityService } from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import { notFound } from '@patchbay/errors/failure';
import { callOf, userOf } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import { userCodeOf } from '../domain/device-authorization.ts';
import { sessionRevoked } from '../domain/session.ts';
import { decide } from '../store/device-authorizations.ts';
import { countWrongUserCode, takeSession } from '../store/own-sessions.ts';
import type { Dependencies } from './dependencies.ts';

/** A stolen session is no place to guess other people's codes from. */
const maxWrongCodes = 5;

/** One answer for codes that never were, that have ended and that are decided: nobody learns which codes are live. */
export const decideDeviceAuthorization =
  ({ transact, outbox }: Dependencies): Method<typeof IdentityService.method.decideDeviceAuthorization> =>
  async ({ userCode, approve }, context) => {
    const { userId, sessionId } = userOf(context);
    const decision = {
      userCode: userCodeOf(userCode),
      decision: approve ? ('approved' as const) : ('denied' as const),
      decidedBy: userId,
      decidedIn: sessionId,
    };
    const outcome = await transact('decide device', async (tx) => {
      const now = new Date();
      const result = await decide(tx, decision, now);
      if (result !== 'no such code' || (await countWrongUserCode(tx, sessionId)) < maxWrongCodes) {
        return result;
      }
      const session = await takeSession(tx, sessionId, userId, now);
      if (session !== undefined) {
        await outbox.record(tx, callOf(context), [sessionRevoked(session, { reason: 'wrong_user_codes' })]);
      }
      return result;
    });
    // After the transaction: a failure inside it would undo the count.
    if (outcome !== 'made') throw notFound(`the user code: ${outcome}`);
    return {};
  };
