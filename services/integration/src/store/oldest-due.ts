import type { Queryable } from '@patchbay/database/query';

/** Each time is the first entry of its index. */
export const oldestDue = {
  name: 'oldest due rows',
  text: `select coalesce(extract(epoch from clock_timestamp() - (select min(check_at) from integrations)), 0)::float8 as verifications,
           coalesce(extract(epoch from clock_timestamp() - (select min(renew_at) from credentials)), 0)::float8 as renewals,
           coalesce(extract(epoch from clock_timestamp() - (select min(attempt_at) from revocations)), 0)::float8 as revocations`,
};

/** Seconds since the oldest row of each queue became due; 0 where none is due. */
export async function readOldestDue(db: Queryable): Promise<Record<string, number>> {
  const [row = {}] = await db.query<Record<string, number>>(oldestDue, []);
  return Object.fromEntries(Object.entries(row).map(([queue, seconds]) => [queue, Math.max(0, seconds)]));
}
