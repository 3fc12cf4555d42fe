import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { HandlerContext } from '@connectrpc/connect';
import type { IdentityService } from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import { internal, notFound, unauthenticated } from '@patchbay/errors/failure';
import { callOf, userOf } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import { digestOf, newToken } from '@patchbay/tokens/token';
import {
  deviceSeconds,
  formatUserCode,
  newUserCode,
  normalizeUserCode,
  type PollError,
  pollUndecided,
  startDevice,
} from '../domain/device-authorization.ts';
import { sessionRevoked } from '../domain/session.ts';
import {
  decide,
  findUndecided,
  insertDevice,
  lockDevice,
  savePoll,
  spendApproval,
} from '../store/device-authorizations.ts';
import { countWrongUserCode, deleteLiveSession, findProof, lockLiveSession } from '../store/sessions.ts';
import type { Tx } from '../store/transaction.ts';
import { lockUser, turnOfUser } from '../store/users.ts';
import type { Dependencies } from './dependencies.ts';
import { isOfSuspended, openSession, type SignIn } from './open-session.ts';

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
async function withUserCode<Found extends object>(
  { transact, outbox }: Pick<Dependencies, 'transact' | 'outbox'>,
  context: HandlerContext,
  find: (tx: Tx, now: Date) => Promise<Found | undefined>,
): Promise<Found> {
  const { userId, sessionId } = userOf(context);
  const found = await transact({ name: 'user code', turn: turnOfUser(userId) }, async (tx) => {
    await lockUser(tx, userId);
    const now = tx.now();
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

/** Tries to find an unused code; of 25,600,000,000 codes few are in use, so that even a second try is rare. */
const maxTries = 5;

export const startDeviceAuthorization =
  ({ db, portalUrl }: Dependencies): Method<typeof IdentityService.method.startDeviceAuthorization> =>
  async (_request, context) => {
    const call = callOf(context);
    const deviceCode = newToken();
    for (let tries = 0; tries < maxTries; tries += 1) {
      const device = startDevice(newUserCode(), call, db.now());
      if (!(await insertDevice(db, device, digestOf(deviceCode)))) continue;
      const userCode = formatUserCode(device.userCode);
      return {
        deviceCode,
        userCode,
        verificationUri: `${portalUrl}/device`,
        verificationUriComplete: `${portalUrl}/device?user_code=${userCode}`,
        expiresIn: deviceSeconds,
        interval: device.interval,
      };
    }
    throw internal('no free user code was found');
  };

export const getDeviceAuthorization =
  (dependencies: Dependencies): Method<typeof IdentityService.method.getDeviceAuthorization> =>
  async (request, context) => {
    const { userCode, ipAddress, userAgent, createdAt, expiresAt } = await withUserCode(
      dependencies,
      context,
      (tx, now) => findUndecided(tx, normalizeUserCode(request.userCode), now),
    );
    return {
      userCode: formatUserCode(userCode),
      ...(ipAddress !== null && { ipAddress }),
      ...(userAgent !== null && { userAgent }),
      createdAt: timestampFromDate(createdAt),
      expiresAt: timestampFromDate(expiresAt),
    };
  };

export const decideDeviceAuthorization =
  (dependencies: Dependencies): Method<typeof IdentityService.method.decideDeviceAuthorization> =>
  async ({ userCode, approve }, context) => {
    const { userId, sessionId } = userOf(context);
    const decision = {
      userCode: normalizeUserCode(userCode),
      decision: approve ? ('approved' as const) : ('denied' as const),
      decidedBy: userId,
      decidedIn: sessionId,
    };
    return withUserCode(dependencies, context, async (tx, now) =>
      (await decide(tx, decision, now)) ? {} : undefined,
    );
  };

const refused = (error: PollError) => ({ outcome: { case: 'error' as const, value: error } });

/**
 * Only undecided devices get `slow_down` (RFC 8628, section 3.5): the first poll after the decision gets its result, however
 * soon it comes. Of concurrent polls exactly one opens the session (`spendApproval` locks and deletes the row).
 */
export const pollDeviceAuthorization =
  (dependencies: Dependencies): Method<typeof IdentityService.method.pollDeviceAuthorization> =>
  async ({ deviceCode }, context) => {
    const digest = digestOf(deviceCode);
    const turn = { of: 'device authorization', key: Buffer.from(digest).toString('base64url') };
    const polled = await dependencies.transact(
      { name: 'poll device', turn },
      async (tx): Promise<PollError | Pick<SignIn<never>, 'user' | 'by' | 'provesAddress'>> => {
        const now = tx.now();
        const device = await lockDevice(tx, digest);
        if (device === undefined) return 'unknown_code';
        if (device.expiresAt <= now) return 'expired_token';
        if (device.decision === 'denied') return 'access_denied';
        if (device.decision === 'approved' && device.decider !== null && device.decidedIn !== null) {
          const approving = await findProof(tx, device.decidedIn);
          if (approving === undefined) return 'access_denied';
          const { provesAddress, ...proof } = approving;
          return { user: device.decider, by: { device: proof }, provesAddress };
        }
        const { error, device: after } = pollUndecided(device, now);
        await savePoll(tx, digest, after);
        return error;
      },
    );
    if (typeof polled === 'string') return refused(polled);

    const opened = await openSession(dependencies, context, {
      ...polled,
      spend: (tx, now) => spendApproval(tx, digest, now),
    }).catch((error: unknown) => {
      if (isOfSuspended(error)) return 'access_denied' as const;
      throw error;
    });
    return typeof opened === 'string' ? refused(opened) : { outcome: { case: 'approved', value: opened } };
  };
