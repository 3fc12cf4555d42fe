import type { Queryable } from '@patchbay/database/query';

/** Rows per statement, so that a sweep after a busy day holds its row locks for milliseconds. */
const batch = 1_000;

const deleteExpired = {
  name: 'idempotency expired',
  text: `delete from idempotency_keys where name in
           (select name from idempotency_keys where expires_at <= now() limit $1 for update skip locked)
         returning true as deleted`,
};

/** Deletes a batch of expired answers, which every read ignores already. True: there may be more. */
export async function deleteExpiredAnswers(db: Queryable, limit = batch): Promise<boolean> {
  return (await db.query<{ deleted: boolean }>(deleteExpired, [limit])).length === limit;
}
