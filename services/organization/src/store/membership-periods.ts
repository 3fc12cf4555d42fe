import type { Queryable } from '@patchbay/database/query';
import type { Transact } from '@patchbay/database/transaction';
import { internal } from '@patchbay/errors/failure';
import type { Tx } from './transaction.ts';

/** As `ListUserOrganizationsRequest` documents. */
export const maxMoments = 1_000;

/** A person, and a moment to ask about; whole milliseconds. */
export interface UserMoment {
  readonly userId: string;
  readonly moment: Date;
}

export const organizationsAtMoments = {
  name: 'organization ids at moments',
  // A scalar subquery, so that Postgres looks each person up in the primary key, however many are asked about.
  text: `select coalesce((select array_agg(p.organization_id order by p.organization_id) from membership_periods p
                          where p.user_id = input.user_id and p.began_at <= input.moment
                            and (p.ended_at is null or p.ended_at > input.moment)), '{}') as ids
         from unnest($1::uuid[], $2::timestamptz[]) with ordinality as input (user_id, moment, position)
         order by input.position limit ${maxMoments}`,
};

/** For each moment, in the order given: the ids of the organizations whose member the person was. */
export async function listOrganizationIdsAt(
  db: Queryable,
  moments: readonly UserMoment[],
): Promise<string[][]> {
  const rows = await db.query<{ ids: string[] }>(organizationsAtMoments, [
    moments.map(({ userId }) => userId),
    moments.map(({ moment }) => moment),
  ]);
  return rows.map(({ ids }) => ids);
}

export const peopleBeingChanged = {
  name: 'people whose memberships are being changed',
  // `skip locked`: it never waits, and so never keeps anybody waiting for the rows that it has locked.
  text: `with unchanged as materialized (
           select user_id from people where user_id = any ($1::uuid[]) for share skip locked
         ),
         others as (
           select coalesce(array_agg(user_id), '{}') as ids from people
           where user_id = any ($1::uuid[]) and user_id not in (select user_id from unchanged)
         )
         select ids, date_trunc('milliseconds', clock_timestamp()) as now from others`,
};

export const membershipChanges = {
  name: 'wait for membership changes',
  // In the order of the ids, as every statement that locks several people does, so that none can deadlock with another.
  text: `select from people where user_id = any ($1::uuid[]) order by user_id limit ${maxMoments} for share`,
};

/**
 * Waits for the end of transactions that are adding or removing these people: each holds the row lock of its person from
 * before it reads the clock until commit. Returns the millisecond of the database's clock: changes that begin later get that
 * time or a later one, so that what a following statement reads about earlier moments never changes.
 */
export async function waitForMembershipChanges(
  db: Queryable,
  transact: Transact<Tx>,
  userIds: readonly string[],
): Promise<Date> {
  const [row] = await db.query<{ ids: string[]; now: Date }>(peopleBeingChanged, [userIds]);
  if (row === undefined) throw internal('an aggregate returned no row');
  // In a transaction, because it waits for row locks: single statements on the pool never do.
  if (row.ids.length > 0) {
    await transact('wait for membership changes', (tx) => tx.query(membershipChanges, [row.ids]));
  }
  return row.now;
}

export const newestBeginning = {
  name: 'newest beginning of a membership',
  text: 'select max(began_at) as since from membership_periods where user_id = $1::uuid and ended_at is null',
};

/** When the newest of the person's current memberships began; null: there is none. */
export async function findMemberSince(db: Queryable, userId: string): Promise<Date | null> {
  const [row] = await db.query<{ since: Date | null }>(newestBeginning, [userId]);
  return row?.since ?? null;
}
