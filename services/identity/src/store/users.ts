import { lockRow, type RowLock } from '@patchbay/database/locks';
import type { Queryable, Statement } from '@patchbay/database/query';
import type { TurnOf } from '@patchbay/database/transaction';
import { internal, unauthenticated } from '@patchbay/errors/failure';
import { v7 as uuid } from 'uuid';
import type { ProviderIdentity } from '../domain/provider-identity.ts';
import type { OperatedUser } from '../domain/suspension.ts';
import type { User } from '../domain/user.ts';
import type { Tx } from './transaction.ts';

const byEmail = { name: 'user id by email', text: 'select id from users where email = $1' };

export const userExists = async (db: Queryable, email: string): Promise<boolean> =>
  (await db.query(byEmail, [email])).length > 0;

const columns = 'id, email, name, email_verified as "emailVerified", image, version';

const byId = { name: 'user by id', text: `select ${columns} from users where id = $1` };

export const findUser = async (db: Queryable, id: string): Promise<User | undefined> =>
  (await db.query<User>(byId, [id]))[0];

const suspensionById = {
  name: 'whether a user is suspended',
  text: 'select suspended_at is not null as suspended from users where id = $1::uuid',
};

export const isSuspended = async (db: Queryable, id: string): Promise<boolean> =>
  (await db.query<{ suspended: boolean }>(suspensionById, [id]))[0]?.suspended ?? false;

/** The one user of a statement that always finds one. */
async function readUser(tx: Tx, statement: Statement, ...values: unknown[]): Promise<User> {
  const [user] = await tx.query<User>(statement, values);
  if (user === undefined) throw internal(`no row of the statement ${statement.name}`);
  return user;
}

const insertMissing = {
  name: 'insert a missing user',
  text: 'insert into users (id, email, name) values ($1::uuid, $2, $3) on conflict do nothing',
};
const ensured = { name: 'user by email', text: `select ${columns} from users where email = $1 limit 1` };

/** The user with this address, created with `name` if there is none. Concurrent calls get the same user (unique index). */
export async function ensureUser(tx: Tx, email: string, name: string): Promise<User> {
  await tx.query(insertMissing, [uuid(), email, name]);
  return readUser(tx, ensured, email);
}

const signsIn = {
  name: 'user signs in',
  text: `update users set email_verified = true, image = coalesce($2, image) where id = $1::uuid returning ${columns}`,
};

/** Records a sign-in: the address is verified. `image` replaces the stored one; null keeps it. */
export const markSignedIn = (tx: Tx, id: string, image: string | null): Promise<User> =>
  readUser(tx, signsIn, id, image);

/** Transactions that change a user or their sessions queue here first: see `turn` of a transaction. */
export const turnOfUser = (id: string): TurnOf => ({ of: 'user', key: id });

const userById: RowLock = {
  of: 'user',
  name: 'lock a user',
  text: 'select id from users where id = $1::uuid for no key update',
};

/** Holds the row lock of the user until commit. Every transaction that changes a user or their sessions takes it first. */
export async function lockUser(tx: Tx, id: string): Promise<void> {
  if ((await lockRow(tx, userById, [id])) === undefined) throw unauthenticated('The account was deleted.');
}

/** `lockUser` of several, in the order of their ids, so that no two transactions deadlock. */
export async function lockUsers(tx: Tx, ids: readonly string[]): Promise<void> {
  for (const id of [...new Set(ids)].toSorted()) await lockUser(tx, id);
}

/** The user, under the row lock. */
export async function readLockedUser(tx: Tx, id: string): Promise<User> {
  await lockUser(tx, id);
  return readUser(tx, byId, id);
}

const savesName = {
  name: 'save the name of a user',
  text: `update users set name = $2, version = $3, updated_at = $4 where id = $1::uuid returning ${columns}`,
};

export const saveName = (tx: Tx, { id, name, version }: User, now: Date): Promise<User> =>
  readUser(tx, savesName, id, name, version, now);

const deleteOf = (table: string, condition: string): Statement => ({
  name: `delete ${table} of a removed user`,
  text: `delete from ${table} where ${condition}`,
});
const removedById = [
  deleteOf('sessions', 'user_id = $1::uuid'),
  deleteOf('passkeys', 'user_id = $1::uuid'),
  deleteOf('provider_identities', 'user_id = $1::uuid'),
  deleteOf('device_authorizations', 'decided_by = $1::uuid'),
];
const removedByEmail = [deleteOf('sign_in_links', 'email = $1'), deleteOf('link_requests', 'email = $1')];
const removed = deleteOf('users', 'id = $1::uuid');

/** Deletes the user with sessions, passkeys, linked accounts, mailed links and devices. Needs the row lock of the user. */
export async function removeUser(tx: Tx, { id, email }: Pick<User, 'id' | 'email'>): Promise<void> {
  for (const statement of removedById) await tx.query(statement, [id]);
  for (const statement of removedByEmail) await tx.query(statement, [email]);
  await tx.query(removed, [id]);
}

const suspensionColumns = `${columns}, created_at as "createdAt",
  suspended_at as "suspendedAt", suspended_reason as "suspendedReason"`;
const operatedByEmail = {
  name: 'user for an operator by email',
  text: `select ${suspensionColumns} from users where email = $1`,
};
const operatedById = {
  name: 'user for an operator by id',
  text: `select ${suspensionColumns} from users where id = $1::uuid`,
};

export const findOperatedUser = async (db: Queryable, email: string): Promise<OperatedUser | undefined> =>
  (await db.query<OperatedUser>(operatedByEmail, [email]))[0];

/** Under the row lock. */
export async function readOperatedUser(tx: Tx, id: string): Promise<OperatedUser> {
  await lockUser(tx, id);
  const [user] = await tx.query<OperatedUser>(operatedById, [id]);
  if (user === undefined) throw internal('a locked user was not found');
  return user;
}

const savesSuspension = {
  name: 'save the suspension of a user',
  text: 'update users set suspended_at = $2, suspended_reason = $3 where id = $1::uuid',
};

export async function saveSuspension(
  tx: Tx,
  { id, suspendedAt, suspendedReason }: OperatedUser,
): Promise<void> {
  await tx.query(savesSuspension, [id, suspendedAt, suspendedReason]);
}

const issuersOfUser = {
  name: 'sign-in providers of a user',
  text: 'select issuer from provider_identities where user_id = $1::uuid order by created_at, issuer limit 100',
};

/** Of the accounts at sign-in providers that are linked to the user. */
export const listIssuers = async (db: Queryable, userId: string): Promise<string[]> =>
  (await db.query<{ issuer: string }>(issuersOfUser, [userId])).map(({ issuer }) => issuer);

type Key = Pick<ProviderIdentity, 'issuer' | 'subject'>;

const byIdentity = {
  name: 'user by provider identity',
  text: `select u.id, u.email, u.name, u.email_verified as "emailVerified", u.image, u.version
         from provider_identities i join users u on u.id = i.user_id
         where i.issuer = $1 and i.subject = $2`,
};

export const findUserByIdentity = async (
  db: Queryable,
  { issuer, subject }: Key,
): Promise<User | undefined> => (await db.query<User>(byIdentity, [issuer, subject]))[0];

const links = {
  name: 'link a provider identity',
  text: `insert into provider_identities (issuer, subject, user_id) values ($1, $2, $3::uuid) on conflict do nothing`,
};

/** Links the identity to the user unless it is linked already, as by a concurrent call; returns the user it is linked to. */
export async function linkIdentity(tx: Tx, { issuer, subject }: Key, userId: string): Promise<User> {
  await tx.query(links, [issuer, subject, userId]);
  return readUser(tx, byIdentity, issuer, subject);
}
