import type { Queryable } from '@patchbay/database/queryable';
import type { DeviceAuthorization, PollError } from '../domain/device-authorization.ts';
import type { User } from '../domain/user.ts';
import { holdSession } from './own-sessions.ts';
import type { Tx } from './transaction.ts';

type Digest = Uint8Array<ArrayBuffer>;

const inserts = {
  name: 'device authorization inserts',
  text: `insert into device_authorizations (device_code_digest, user_code, expires_at, interval_seconds)
         values ($1, $2, $3, $4) on conflict (user_code) do nothing returning 1 as inserted`,
};

/** False where another device has the user code. */
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

const lock = {
  name: 'lock a device authorization',
  text: 'select 1 as locked from device_authorizations where device_code_digest = $1 for update',
};

/** The live device of a code, locked: polls of one device go one after the other. */
export async function lockDevice(
  tx: Tx,
  deviceCodeDigest: Digest,
  now: Date,
): Promise<DecidedDevice | undefined> {
  await tx.query(lock, [deviceCodeDigest]);
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

/** What became of a decision: of two at once one is made, and a device that has ended is known for a while. */
export async function decide(
  tx: Tx,
  { userCode, ...decision }: Decision,
  now: Date,
): Promise<'made' | 'too late' | 'no such code'> {
  const { count } = await tx.prisma.deviceAuthorization.updateMany({
    where: { userCode, decision: null, expiresAt: { gt: now } },
    data: decision,
  });
  if (count === 1) return 'made';
  return (await tx.prisma.deviceAuthorization.count({ where: { userCode } })) === 0
    ? 'no such code'
    : 'too late';
}

/**
 * Takes an approved device out of the table, once however many ask, or says why not. It holds on to the session that approved it: whoever
 * ends that one at the same moment either comes first, and the approval is worth nothing, or waits.
 */
export async function spendApproval(
  tx: Tx,
  deviceCodeDigest: Digest,
  now: Date,
): Promise<Extract<PollError, 'expired_token' | 'access_denied'> | undefined> {
  const device = await lockDevice(tx, deviceCodeDigest, now);
  if (device?.decision !== 'approved' || device.decidedIn === null) return 'expired_token';
  if (!(await holdSession(tx, device.decidedIn, now))) return 'access_denied';
  await tx.prisma.deviceAuthorization.delete({ where: { deviceCodeDigest } });
  return undefined;
}
