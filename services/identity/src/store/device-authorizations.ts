import type { Queryable } from '@patchbay/database/queryable';
import { type RowLock, rowLock } from '@patchbay/database/row-lock';
import type { DeviceAuthorization, PollError } from '../domain/device-authorization.ts';
import type { User } from '../domain/user.ts';
import { lockLiveSession } from './own-sessions.ts';
import type { Tx } from './transaction.ts';

type Digest = Uint8Array<ArrayBuffer>;

const inserts = {
  name: 'device authorization inserts',
  text: `insert into device_authorizations (device_code_digest, user_code, expires_at, interval_seconds)
         values ($1, $2, $3, $4) on conflict (user_code) do nothing returning 1 as inserted`,
};

/** False where the user code is in use (unique index). */
export async function insertDevice(
  db: Queryable,
  { userCode, expiresAt, interval }: DeviceAuthorization,
  deviceCodeDigest: Digest,
): Promise<boolean> {
  const values = [Buffer.from(deviceCodeDigest), userCode, expiresAt, interval];
  return (await db.query(inserts, values)).length === 1;
}

export interface DecidedDevice extends DeviceAuthorization {
  readonly decidedIn: string | null;
  readonly decider: User | null;
}

const lockBy = (by: string, where: string): RowLock =>
  rowLock({
    of: 'device authorization',
    table: 'device_authorizations',
    key: { column: 'user_code', type: 'text' },
    name: `lock a device authorization by ${by}`,
    where,
  });
const byDeviceCode = lockBy('device code', 'device_code_digest = $1');
const undecided = lockBy('user code', 'user_code = $1 and decision is null and expires_at > $2');

/** Holds the row lock until commit, so that polls of one device run one after the other. Undefined: unknown or expired. */
export async function lockDevice(
  tx: Tx,
  deviceCodeDigest: Digest,
  now: Date,
): Promise<DecidedDevice | undefined> {
  if ((await tx.lockRow(byDeviceCode, [Buffer.from(deviceCodeDigest)])) === undefined) return undefined;
  const found = await tx.prisma.deviceAuthorization.findUnique({
    where: { deviceCodeDigest, expiresAt: { gt: now } },
    include: { decider: true },
  });
  if (found === null) return undefined;
  return { ...found, decision: found.decision as DeviceAuthorization['decision'] };
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
 * Of concurrent decisions exactly one is `made` (the update requires `decision is null`). `too late`: the device is decided
 * or has expired; once its row is deleted, the answer is `no such code`.
 */
export async function decide(
  tx: Tx,
  { userCode, ...decision }: Decision,
  now: Date,
): Promise<'made' | 'too late' | 'no such code'> {
  if ((await tx.lockRow(undecided, [userCode, now])) !== undefined) {
    // Checks again: another transaction may have decided before this one got the lock.
    const { count } = await tx.prisma.deviceAuthorization.updateMany({
      where: { userCode, decision: null, expiresAt: { gt: now } },
      data: decision,
    });
    if (count === 1) return 'made';
  }
  return (await tx.prisma.deviceAuthorization.count({ where: { userCode } })) === 0
    ? 'no such code'
    : 'too late';
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
): Promise<Extract<PollError, 'expired_token' | 'access_denied'> | undefined> {
  const device = await lockDevice(tx, deviceCodeDigest, now);
  if (device?.decision !== 'approved' || device.decidedIn === null) return 'expired_token';
  if (!(await lockLiveSession(tx, device.decidedIn, now))) return 'access_denied';
  await tx.prisma.deviceAuthorization.delete({ where: { deviceCodeDigest } });
  return undefined;
}
