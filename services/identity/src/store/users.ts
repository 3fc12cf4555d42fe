import type { Queryable } from '@patchbay/database/queryable';
import { rowLock } from '@patchbay/database/row-lock';
import { internal } from '@patchbay/errors/failure';
import { v7 as uuid } from 'uuid';
import type { User } from '../domain/user.ts';
import type { Tx } from './transaction.ts';

const byEmail = { name: 'user id by email', text: 'select id from users where email = $1' };

export const userExists = async (db: Queryable, email: string): Promise<boolean> =>
  (await db.query(byEmail, [email])).length > 0;

const byId = {
  name: 'user by id',
  text: 'select id, email, name, email_verified as "emailVerified", image, version from users where id = $1',
};

export const findUser = async (db: Queryable, id: string): Promise<User | undefined> =>
  (await db.query<User>(byId, [id]))[0];

/** The user with this address, created with `name` if there is none. Concurrent calls get the same user (unique index). */
export async function ensureUser(tx: Tx, email: string, name: string): Promise<User> {
  await tx.prisma.user.createMany({ data: [{ id: uuid(), email, name }], skipDuplicates: true });
  return tx.prisma.user.findUniqueOrThrow({ where: { email } });
}

/** Records a sign-in: the address is verified. `image` replaces the stored one; null keeps it. */
export const markSignedIn = (tx: Tx, id: string, image: string | null): Promise<User> =>
  tx.prisma.user.update({ where: { id }, data: { emailVerified: true, ...(image !== null && { image }) } });

const userById = rowLock({
  of: 'user',
  table: 'users',
  mode: 'no key update',
  name: 'lock a user',
  where: 'id = $1::uuid',
});

/**
 * Holds the row lock of the user until commit. Every transaction that changes a user or their sessions takes it first, so that such
 * transactions wait for each other here, where `lockRow` limits the connections that wait.
 */
export async function lockUser(tx: Tx, id: string): Promise<void> {
  if ((await tx.lockRow(userById, [id])) === undefined)
    throw internal('the user was not found, although users are never deleted');
}

/** `lockUser` of several, in the order of their ids, so that no two transactions deadlock. */
export async function lockUsers(tx: Tx, ids: readonly string[]): Promise<void> {
  for (const id of [...new Set(ids)].toSorted()) await lockUser(tx, id);
}

/** The user, under the row lock. */
export async function readLockedUser(tx: Tx, id: string): Promise<User> {
  await lockUser(tx, id);
  return tx.prisma.user.findUniqueOrThrow({ where: { id } });
}

export const saveName = (tx: Tx, { id, name, version }: User, now: Date): Promise<User> =>
  tx.prisma.user.update({ where: { id }, data: { name, version, updatedAt: now } });
