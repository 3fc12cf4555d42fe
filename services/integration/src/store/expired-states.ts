import type { Queryable } from '@patchbay/database/query';

/** Rows per statement, so that a sweep holds its row locks for milliseconds. */
const batch = 1_000;

/**
 * An hour after its end: the clocks of the processes that judge whether a state has expired differ from that of the database,
 * and a used state whose row is gone too early would work again.
 */
const deleteExpired = {
  name: 'expired states',
  text: `delete from spent_states where id in
           (select id from spent_states where expires_at <= now() - interval '1 hour' limit $1 for update skip locked)
         returning true as deleted`,
};

/** Deletes a batch of used states of consents that have expired. True: there may be more. */
export async function deleteExpiredStates(db: Queryable, limit = batch): Promise<boolean> {
  return (await db.query<{ deleted: boolean }>(deleteExpired, [limit])).length === limit;
}
