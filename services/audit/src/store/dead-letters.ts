import { timestampDate } from '@bufbuild/protobuf/wkt';
import type { DeadLetter } from '@patchbay/contracts/patchbay/events/v1/event';
import type { Queryable } from '@patchbay/database/queryable';

const insert = {
  name: 'insert a dead letter',
  text: `insert into dead_letters (topic, partition, "offset", reason, key, value, failed_at)
         values ($1, $2, $3, $4, $5, $6, $7)`,
};

export async function insertDeadLetter(db: Queryable, deadLetter: DeadLetter): Promise<void> {
  const { topic, partition, offset, reason, key, value, failedAt } = deadLetter;
  const at = failedAt === undefined ? new Date() : timestampDate(failedAt);
  await db.query(insert, [topic, partition, offset, reason, Buffer.from(key), Buffer.from(value), at]);
}
