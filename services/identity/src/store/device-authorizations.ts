import { lockRow, type RowLock } from '@patchbay/database/locks';
import type { Queryable } from '@patchbay/database/query';
import type { DeviceAuthorization, PollError } from '../domain/device-authorization.ts';
import type { User } from '../domain/user.ts';
import { lockLiveSession } from './sessions.ts';
import type { Tx } from './transaction.ts';

type Digest = Uint8Array<ArrayBuffer>;

const inserts = {
  name: 'device authorization inserts',
  text: `insert into device_authorizations
           (device_code_digest, user_code, expires_at, interval_seconds, ip_address, user_agent, created_at)
         values ($1, $2, $3, $4, $5, $6, $7) on conflict (user_code) do nothing returning 1 as inserted`,
};

/** False where the user code is in use (unique index). */
export async function insertDevice(
  db: Queryable,
  { userCode, expiresAt, interval, ipAddress, userAgent, createdAt }: DeviceAuthorization,
  deviceCodeDigest: Digest,
): Promise<boolean> {
  const digest = Buffer.from(deviceCodeDigest);
  const values = [digest, userCode, expiresAt, interval, ipAddress, userAgent, createdAt];
  return (await db.query(inserts, values)).length === 1;
}

export interface DecidedDevice extends DeviceAuthorization {
  readonly decidedIn: string | null;
  readonly decider: User | null;
}

const lockBy = (by: string, where: string): RowLock => ({
  of: 'device authorization',
  name: `lock a device authorization by ${by}`,
  text: `select user_code from device_authorizations where ${where} for update`,
});
const byDeviceCode = lockBy('device code', 'device_code_digest = $1');
const undecided = lockBy('user code', 'user_code = $1 and decision is null and expires_at > $2');

/**
 * Holds the row lock until commit, so that polls of one device run one after the other. Undefined: unknown. Expired ones are found
 * until the sweep deletes them.
 */
export async function lockDevice(tx: Tx, deviceCodeDigest: Digest): Promise<DecidedDevice | undefined> {
  if ((await lockRow(tx, byDeviceCode, [Buffer.from(deviceCodeDigest)])) === undefined) return undefined;
  const found = await tx.prisma.deviceAuthorization.findUnique({
    where: { deviceCodeDigest },
    include: { decider: true },
  });
  return found === null ? undefined : { ...found, decision: decisionOf(found) };
}

const decisionOf = ({ decision }: { decision: string | null }): DeviceAuthorization['decision'] =>
  decision as DeviceAuthorization['decision'];

/** The device that waits for a decision; undefined where the code is unknown, or the device has expired or is decided. */
export async function findUndecided(
  tx: Tx,
  userCode: string,
  now: Date,
): Promise<DeviceAuthorization | undefined> {
  const found = await tx.prisma.deviceAuthorization.findFirst({
    where: { userCode, decision: null, expiresAt: { gt: now } },
  });
  return found === null ? undefined : { ...found, decision: decisionOf(found) };
}

export async function savePoll(
  tx: Tx,
  deviceCodeDigest: Digest,
  { interval, polledAt }: DeviceAuthorization,
): Promise<void> {
  await tx.prisma.deviceAuthorization.update({ where: { deviceCodeDigest }, data: { interval, polledAt } });
}

export interface Decision {
  readonly userCode: string;
  readonly decision: 'approved' | 'denied';
  readonly decidedBy: string;
  readonly decidedIn: string;
}

/**
 * Of concurrent decisions exactly one gets true (the update requires `decision is null`). False: the code is unknown, or the device
 * has expired or is decided.
 */
export async function decide(tx: Tx, { userCode, ...decision }: Decision, now: Date): Promise<boolean> {
  if ((await lockRow(tx, undecided, [userCode, now])) === undefined) return false;
  // Checks again: another transaction may have decided before this one got the lock.
  const { count } = await tx.prisma.deviceAuthorization.updateMany({
    where: { userCode, decision: null, expiresAt: { gt: now } },
    data: decision,
  });
  return count === 1;
}

/**
 * Deletes the row of an approved device; of concurrent calls exactly one does, under the row lock. It also takes a share
 * lock on the session that approved: a revocation either commits first, and the answer is `access_denied`, or waits for this
 * transaction.
 */
export async function spendApproval(
  tx: Tx,
  deviceCodeDigest: Digest,
  now: Date,
): Promise<Extract<PollError, 'expired_token' | 'access_denied' | 'unknown_code'> | undefined> {
  const device = await lockDevice(tx, deviceCodeDigest);
  if (device === undefined) return 'unknown_code';
  if (device.expiresAt <= now || device.decision !== 'approved' || device.decidedIn === null)
    return 'expired_token';
  if (!(await lockLiveSession(tx, device.decidedIn, now))) return 'access_denied';
  await tx.prisma.deviceAuthorization.delete({ where: { deviceCodeDigest } });
  return undefined;
}
