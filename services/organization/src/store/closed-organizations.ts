import { lockRow, type RowLock } from '@patchbay/database/locks';
import type { Queryable, Statement } from '@patchbay/database/query';
import type { LockedOrganization } from './organization-lock.ts';
import { lockPeople } from './people.ts';
import type { Tx } from './transaction.ts';

/** A closed organization. */
export interface ClosedOrganization {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly deletesAt: Date;
}

/** The work that closed organizations make, by the condition that it is due at `$1`. While one is suspended, its time does not come. */
const dueConditions = {
  /** Its admins are told that it is deleted within a day. */
  warn: `deletes_at <= $1::timestamptz + interval '1 day' and deletes_at > $1::timestamptz and warned_at is null and deleted_at is null and suspended_reason is null`,
  /** Its time has come. */
  delete: 'deletes_at <= $1::timestamptz and deleted_at is null and suspended_reason is null',
  /** It is deleted, and has rows left. */
  purge: 'deletes_at <= $1::timestamptz and deleted_at is not null',
} as const;

export type ClosedWork = keyof typeof dueConditions;

export const dueClosed = (work: ClosedWork): Statement => ({
  name: `closed organization to ${work}`,
  text: `select id from organizations where ${dueConditions[work]} and id <> all ($2::uuid[]) order by deletes_at limit 1`,
});

/** The organization that has waited longest for this work, except these. */
export const findDueClosed = async (
  db: Queryable,
  work: ClosedWork,
  now: Date,
  except: readonly string[],
): Promise<{ id: string } | undefined> => (await db.query<{ id: string }>(dueClosed(work), [now, except]))[0];

const dueClosedById = (work: ClosedWork): Statement => ({
  name: `closed organization to ${work} by id`,
  text: `select id, slug, name, deletes_at as "deletesAt" from organizations where ${dueConditions[work]} and id = $2::uuid`,
});

/** Reads it again, under its lock: another process may have done the work, or an admin may have restored it. */
export const readDueClosed = async (
  tx: Tx,
  work: ClosedWork,
  { id }: LockedOrganization,
  now: Date,
): Promise<ClosedOrganization | undefined> =>
  (await tx.query<ClosedOrganization & Record<string, unknown>>(dueClosedById(work), [now, id]))[0];

/** Admins who are told: the first ones of the organization. */
const maxAdmins = 100;

export const adminAddresses = {
  name: 'addresses of admins',
  text: `select p.email from members m join people p on p.user_id = m.user_id
         where m.organization_id = $1::uuid and m.role = 'admin' order by m.created_at, m.id limit ${maxAdmins}`,
};

export const listAdminAddresses = async (tx: Tx, { id }: LockedOrganization): Promise<string[]> =>
  (await tx.query<{ email: string }>(adminAddresses, [id])).map(({ email }) => email);

const savesWarned = {
  name: 'admins are warned of the deletion',
  text: 'update organizations set warned_at = $2 where id = $1::uuid',
};

export async function saveWarned(tx: Tx, { id }: LockedOrganization, now: Date): Promise<void> {
  await tx.query(savesWarned, [id, now]);
}

const savesDeleted = {
  name: 'organization is deleted',
  text: 'update organizations set deleted_at = $2, slug = $1::uuid::text, domain = null, domain_role = null where id = $1::uuid',
};

/** From the commit on the organization does not exist for anybody, and its slug and domain are free. Its rows are purged next. */
export async function saveDeleted(tx: Tx, { id }: LockedOrganization, now: Date): Promise<void> {
  await tx.query(savesDeleted, [id, now]);
}

/** Rows of one transaction, which keeps requests of people in it waiting. */
const batch = 1_000;

/** In the order of the primary keys, so that concurrent statements on the same rows cannot deadlock. */
const deleteSome = (table: string, primaryKey: string): Statement => ({
  name: `purge ${table}`,
  text: `with batch as materialized (
           select ${primaryKey} from ${table} where organization_id = $1::uuid order by ${primaryKey} limit ${batch} for update
         )
         delete from ${table} where (${primaryKey}) in (select ${primaryKey} from batch) returning 1 as gone`,
});

/** Tables with rows of an organization. A row comes before those that it refers to; what foreign keys delete is not listed. */
export const purged: readonly Statement[] = [
  deleteSome('invitations', 'id'),
  deleteSome('api_keys', 'id'),
  deleteSome('watches', 'user_id, workspace_id'),
  deleteSome('assignments', 'id'),
  deleteSome('notices', 'integration_id, kind'),
  deleteSome('workspaces', 'id'),
  deleteSome('disabled_webhooks', 'webhook_id'),
];
const someMembers = {
  name: 'members to purge',
  text: `select user_id as "userId" from members where organization_id = $1::uuid order by user_id limit ${batch}`,
};
const deleteMembers = {
  name: 'purge members',
  text: 'delete from members where organization_id = $1::uuid and user_id = any ($2::uuid[])',
};
const deletePeriods = deleteSome('membership_periods', 'user_id, organization_id, began_at');
const deleteRow = { name: 'purge an organization', text: 'delete from organizations where id = $1::uuid' };

const lockDeleted: RowLock = {
  of: 'organization',
  name: 'lock a deleted organization',
  text: 'select id from organizations where id = $1::uuid and deleted_at is not null for update',
};

/** A trigger ends the period of each member under the lock of the person: all of them are locked in order first. */
async function purgeMembers(tx: Tx, id: string): Promise<boolean> {
  const members = await tx.query<{ userId: string }>(someMembers, [id]);
  if (members.length === 0) return false;
  const userIds = members.map(({ userId }) => userId);
  await lockPeople(tx, userIds);
  await tx.query(deleteMembers, [id, userIds]);
  return true;
}

/**
 * Deletes some rows of a deleted organization, its own row last: run it in a transaction of its own until that is gone. Nothing of it
 * stays: whoever asks later of which organizations somebody was a member is not told of this one, whose trail is gone too.
 */
export async function purgeSome(tx: Tx, { id }: { readonly id: string }): Promise<void> {
  if ((await lockRow(tx, lockDeleted, [id])) === undefined) return;
  for (const statement of purged) if ((await tx.query(statement, [id])).length > 0) return;
  if (await purgeMembers(tx, id)) return;
  if ((await tx.query(deletePeriods, [id])).length > 0) return;
  await tx.query(deleteRow, [id]);
}

const tellsOfClosing = {
  name: 'note that admins are told of the closing',
  text: `update organizations set closing_told_at = $2::timestamptz
         where id = $1::uuid and coalesce(closing_told_at < $2::timestamptz - interval '1 day', true) returning id`,
};

/** False where they were told within a day: an admin who closes and restores again and again sends no more mails. */
export const noteClosingTold = async (tx: Tx, { id }: LockedOrganization, now: Date): Promise<boolean> =>
  (await tx.query(tellsOfClosing, [id, now])).length === 1;
