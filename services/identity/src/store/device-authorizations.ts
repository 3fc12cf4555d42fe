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
const isUndecided = 'user_code = $1 and decision is null and expires_at > $2';
const undecided = lockBy('user code', isUndecided);

const columns = `d.user_code as "userCode", d.expires_at as "expiresAt", d.interval_seconds as interval, d.polled_at as "polledAt",
                 d.decision, d.ip_address as "ipAddress", d.user_agent as "userAgent", d.created_at as "createdAt"`;

const decided = {
  name: 'device authorization by device code',
  text: `select ${columns}, d.decided_in as "decidedIn", u.id as "deciderId", u.email, u.name,
                u.email_verified as "emailVerified", u.image, u.version
         from device_authorizations d left join users u on u.id = d.decided_by
         where d.device_code_digest = $1 limit 1`,
};

type DecidedRow = Omit<DecidedDevice, 'decider'> & Omit<User, 'id'> & { readonly deciderId: string | null };

/**
 * Holds the row lock until commit, so that polls of one device run one after the other. Undefined: unknown. Expired ones are found
 * until the sweep deletes them.
 */
export async function lockDevice(tx: Tx, deviceCodeDigest: Digest): Promise<DecidedDevice | undefined> {
  const digest = Buffer.from(deviceCodeDigest);
  if ((await lockRow(tx, byDeviceCode, [digest])) === undefined) return undefined;
  const [row] = await tx.query<DecidedRow>(decided, [digest]);
  if (row === undefined) return undefined;
  const { deciderId, email, name, emailVerified, image, version, ...device } = row;
  const decider = deciderId === null ? null : { id: deciderId, email, name, emailVerified, image, version };
  return { ...device, decider };
}

const byUserCode = {
  name: 'undecided device authorization',
  text: `select ${columns} from device_authorizations d where ${isUndecided} limit 1`,
};

/** The device that waits for a decision; undefined where the code is unknown, or the device has expired or is decided. */
export const findUndecided = async (
  tx: Tx,
  userCode: string,
  now: Date,
): Promise<DeviceAuthorization | undefined> =>
  (await tx.query<DeviceAuthorization & Record<string, unknown>>(byUserCode, [userCode, now]))[0];

const polls = {
  name: 'save a poll of a device',
  text: 'update device_authorizations set interval_seconds = $2, polled_at = $3 where device_code_digest = $1',
};

export async function savePoll(
  tx: Tx,
  deviceCodeDigest: Digest,
  { interval, polledAt }: DeviceAuthorization,
): Promise<void> {
  await tx.query(polls, [Buffer.from(deviceCodeDigest), interval, polledAt]);
}

export interface Decision {
  readonly userCode: string;
  readonly decision: 'approved' | 'denied';
  readonly decidedBy: string;
  readonly decidedIn: string;
}

const decides = {
  name: 'decide about a device',
  text: `update device_authorizations set decision = $3, decided_by = $4::uuid, decided_in = $5::uuid
         where ${isUndecided} returning 1 as decided`,
};

/**
 * Of concurrent decisions exactly one gets true (the update requires `decision is null`). False: the code is unknown, or the device
 * has expired or is decided.
 */
export async function decide(
  tx: Tx,
  { userCode, decision, decidedBy, decidedIn }: Decision,
  now: Date,
): Promise<boolean> {
  if ((await lockRow(tx, undecided, [userCode, now])) === undefined) return false;
  // Checks again: another transaction may have decided before this one got the lock.
  return (await tx.query(decides, [userCode, now, decision, decidedBy, decidedIn])).length === 1;
}

const spends = {
  name: 'spend an approval of a device',
  text: 'delete from device_authorizations where device_code_digest = $1',
};

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
  await tx.query(spends, [Buffer.from(deviceCodeDigest)]);
  return undefined;
}
