import type { Queryable } from '@patchbay/database/query';
import { most } from '@patchbay/platform/maximums';
import type { Passkey, PasskeyAdmins } from '../domain/passkey.ts';
import type { PasskeyChallenge } from '../domain/passkey-challenge.ts';
import type { User } from '../domain/user.ts';
import type { Tx } from './transaction.ts';

const columns = `p.id, p.user_id as "userId", p.credential_id as "credentialId", p.public_key as "publicKey",
                 p.counter::float8 as counter, p.name, p.transports, p.backed_up as "backedUp",
                 p.created_at as "createdAt", p.last_used_at as "lastUsedAt"`;

const ofUser = {
  name: 'passkeys of a user',
  text: `select ${columns} from passkeys p where p.user_id = $1::uuid
         order by p.created_at, p.id limit ${most.passkeysOfPerson}`,
};

/** Oldest first. */
export const listPasskeys = (db: Queryable, userId: string): Promise<Passkey[]> =>
  db.query<Passkey>(ofUser, [userId]);

const byCredential = {
  name: 'passkey by credential id',
  text: `select ${columns}, u.email, u.name as "userName", u.version
         from passkeys p join users u on u.id = p.user_id where p.credential_id = $1`,
};

export interface OwnedPasskey {
  readonly passkey: Passkey;
  readonly user: Pick<User, 'id' | 'email' | 'name' | 'version'>;
}

export async function findPasskey(
  db: Queryable,
  credentialId: Uint8Array,
): Promise<OwnedPasskey | undefined> {
  const [row] = await db.query<Passkey & { email: string; userName: string; version: number }>(byCredential, [
    credentialId,
  ]);
  if (row === undefined) return undefined;
  const { email, userName, version, ...passkey } = row;
  return { passkey, user: { id: passkey.userId, email, name: userName, version } };
}

const inserts = {
  name: 'insert a passkey',
  text: `insert into passkeys (id, user_id, credential_id, public_key, counter, name, transports, backed_up, created_at, last_used_at)
         values ($1::uuid, $2::uuid, $3, $4, $5::bigint, $6, $7::text[], $8, $9, $10) on conflict do nothing returning 1 as inserted`,
};

/** False, and nothing changes, where the credential is registered already, by anybody. */
export async function insertPasskey(
  tx: Tx,
  { id, userId, credentialId, publicKey, counter, name, transports, ...more }: Passkey,
): Promise<boolean> {
  const { backedUp, createdAt, lastUsedAt } = more;
  const registered = [id, userId, credentialId, publicKey, counter, name, transports];
  return (await tx.query(inserts, [...registered, backedUp, createdAt, lastUsedAt])).length === 1;
}

const rename = {
  name: 'rename a passkey',
  text: `update passkeys p set name = $3 where p.id = $1::uuid and p.user_id = $2::uuid returning ${columns}`,
};

/** Undefined where the user has no such passkey. */
export const renamePasskey = async (
  tx: Tx,
  id: string,
  userId: string,
  name: string,
): Promise<Passkey | undefined> => (await tx.query<Passkey>(rename, [id, userId, name]))[0];

const deleteById = { name: 'delete a passkey', text: 'delete from passkeys where id = $1::uuid' };

export const deletePasskey = (tx: Tx, { id }: Pick<Passkey, 'id'>): Promise<unknown> =>
  tx.query(deleteById, [id]);

const use = {
  name: 'save a use of a passkey',
  text: 'update passkeys set counter = $2::bigint, backed_up = $3, last_used_at = $4 where id = $1::uuid',
};

/** Counts the use, by the row lock of the user. */
export const saveUse = (
  tx: Tx,
  { id }: Pick<Passkey, 'id'>,
  { counter, backedUp }: Pick<Passkey, 'counter' | 'backedUp'>,
  now: Date,
): Promise<unknown> => tx.query(use, [id, counter, backedUp, now]);

const withPasskeys = {
  name: 'users with passkeys',
  text: 'select distinct user_id as id from passkeys where user_id = any($1::uuid[])',
};

/** Those of the users who have a passkey. */
export const findHolders = async (db: Queryable, userIds: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set((await db.query<{ id: string }>(withPasskeys, [userIds])).map(({ id }) => id));

const lockAdmins = {
  name: 'lock passkeys of admins',
  text: `select pg_advisory_xact_lock(hashtextextended('passkeys of admins of ' || $1, 0))`,
};

/**
 * Holds a lock for each organization until commit, taken in the order of their ids, before the row lock of a user. Two admins who delete
 * their last passkeys at once take turns: the second one sees that the first has none.
 */
export async function lockPasskeysOfAdmins(
  tx: Tx,
  organizations: readonly Pick<PasskeyAdmins, 'organizationId'>[],
): Promise<void> {
  for (const id of organizations.map(({ organizationId }) => organizationId).toSorted())
    await tx.query(lockAdmins, [id]);
}

const spend = {
  name: 'spend a challenge',
  text: 'insert into spent_challenges (id, expires_at) values ($1::uuid, $2) on conflict do nothing returning id',
};

/** False if the challenge was used before. Of concurrent transactions with one challenge a single one gets true. */
export const spendChallenge = async (tx: Tx, { id, expiresAt }: PasskeyChallenge): Promise<boolean> =>
  (await tx.query<{ id: string }>(spend, [id, new Date(expiresAt)])).length === 1;
