import type { Person } from '@patchbay/access/caller';
import { lockRow, type RowLock } from '@patchbay/database/locks';
import type { Tx } from './transaction.ts';

/** A person as identity knew them at one version of the user. The highest version is the newest. */
export interface PersonVersion extends Person {
  readonly version: number;
}

// `no key update`, as the triggers of memberships and updates of names lock it.
const lockBy = (name: string, where: string): RowLock => ({
  of: 'person',
  name,
  text: `select user_id from people where ${where} for no key update`,
});
const byId = lockBy('lock a person', 'user_id = $1::uuid');
const ofOlderVersion = lockBy('lock a person of an older version', 'user_id = $1::uuid and version < $2');

/**
 * Holds the row lock of the person until commit, as the triggers of memberships do. The organization is locked first. Nothing is
 * locked where the person has no row yet.
 */
export async function lockPerson(tx: Tx, userId: string): Promise<void> {
  await lockRow(tx, byId, [userId]);
}

const personToRemove = {
  name: 'person to be removed',
  text: 'select email, removed_at as "removedAt" from people where user_id = $1::uuid',
};

/** Undefined where the person has no row. Needs the lock of the person. */
export const findToRemove = async (
  tx: Tx,
  userId: string,
): Promise<{ email: string; removedAt: Date | null } | undefined> =>
  (await tx.query<{ email: string; removedAt: Date | null }>(personToRemove, [userId]))[0];

const forget = {
  name: 'forget a person',
  // The highest version: no late event and no sign-in brings name and address back. Answered invitations hold the address too.
  text: `with sign_ups as (delete from parked_sign_ups where email = $2),
         answered as (
           delete from invitations where email = $2 and status in ('accepted', 'declined', 'canceled')
         )
         update people set email = $3, name = $4, version = 2147483647, removed_at = $5,
           mailbox_digest = sha256(convert_to(regexp_replace($2, '\\+.*@', '@'), 'UTF8'))
         where user_id = $1::uuid`,
};

/** What is shown of a person who has deleted their account, such as for the keys that they created. Nobody has the address. */
export const deletedPerson = (userId: string) => ({
  email: `${userId}@deleted.invalid`,
  name: 'Deleted person',
});

/** Forgets name and address. A digest of the mailbox stays, so that it does not join again by its domain. */
export async function forgetPerson(tx: Tx, userId: string, email: string, removedAt: Date): Promise<void> {
  const deleted = deletedPerson(userId);
  await tx.query(forget, [userId, email, deleted.email, deleted.name, removedAt]);
}

const removedById = {
  name: 'whether a person is removed',
  text: 'select removed_at is not null as removed from people where user_id = $1::uuid',
};

/** Needs the lock of the person. */
export const isRemoved = async (tx: Tx, userId: string): Promise<boolean> =>
  (await tx.query<{ removed: boolean }>(removedById, [userId]))[0]?.removed === true;

const manyById = {
  name: 'lock people',
  // In the order of the ids, as every statement that locks several people does, so that none can deadlock with another.
  text: 'select user_id from people where user_id = any ($1::uuid[]) order by user_id for no key update',
};

/** As `lockPerson`. */
export async function lockPeople(tx: Tx, userIds: readonly string[]): Promise<void> {
  await tx.query(manyById, [userIds]);
}

const insertNewPerson = {
  name: 'insert a new person',
  text: `insert into people (user_id, email, name, version) values ($1::uuid, $2, $3, $4) on conflict do nothing
         returning 1 as inserted`,
};

/**
 * Inserts the copy of a person, or updates it if this version is newer than the stored one. Two statements, because an upsert
 * handles a conflict on one unique constraint only: of two concurrent upserts of a new person, one could fail on the other
 * constraint (`user_id` or `email`).
 */
export async function savePerson(tx: Tx, person: PersonVersion): Promise<void> {
  const { userId, email, name, version } = person;
  if ((await tx.query(insertNewPerson, [userId, email, name, version])).length === 1) return;
  if ((await lockRow(tx, ofOlderVersion, [userId, version])) !== undefined) await updatePeople(tx, [person]);
}

const updateKnownPeople = {
  name: 'people as identity says',
  // Takes the row locks in the order of the ids, as every statement that locks several people does, so that none can deadlock
  // with another; Postgres checks the condition again once it has the lock.
  text: `with newer as (
           select p.user_id, input.email, input.name, input.version
           from unnest($1::uuid[], $2::text[], $3::text[], $4::integer[]) as input (user_id, email, name, version)
           join people p on p.user_id = input.user_id
           where p.version < input.version
           order by p.user_id for no key update of p
         )
         update people p set email = newer.email, name = newer.name, version = newer.version
         from newer where p.user_id = newer.user_id`,
};

/**
 * Writes each person whose version is newer than the stored one. `people` must hold each person once. People without a row here
 * are ignored: their next sign-in inserts them.
 */
export async function updatePeople(tx: Tx, people: readonly PersonVersion[]): Promise<void> {
  await tx.query(updateKnownPeople, [
    people.map(({ userId }) => userId),
    people.map(({ email }) => email),
    people.map(({ name }) => name),
    people.map(({ version }) => version),
  ]);
}

/** Whether a person is suspended, from `changedAt` on. */
export interface Suspension {
  readonly userId: string;
  readonly suspended: boolean;
  readonly changedAt: Date;
}

const updateSuspensions = {
  name: 'suspensions as identity says',
  // Row locks in the order of the ids, as above. An event at the time of the stored one came after it: events of a person keep their order.
  text: `with newer as (
           select p.user_id, input.suspended, input.changed_at
           from unnest($1::uuid[], $2::boolean[], $3::timestamptz[]) as input (user_id, suspended, changed_at)
           join people p on p.user_id = input.user_id
           where p.suspension_changed_at is null or p.suspension_changed_at <= input.changed_at
           order by p.user_id for no key update of p
         )
         update people p set suspended = newer.suspended, suspension_changed_at = newer.changed_at
         from newer where p.user_id = newer.user_id`,
};

/**
 * Writes each suspension that is not older than the stored one. `suspensions` must hold each person once. People without a row here are
 * ignored: they have no keys, and cannot sign in while they are suspended.
 */
export async function saveSuspensions(tx: Tx, suspensions: readonly Suspension[]): Promise<void> {
  await tx.query(updateSuspensions, [
    suspensions.map(({ userId }) => userId),
    suspensions.map(({ suspended }) => suspended),
    suspensions.map(({ changedAt }) => changedAt),
  ]);
}
