import { timestampDate } from '@bufbuild/protobuf/wkt';
import type { DeadLetter } from '@patchbay/contracts/patchbay/events/v1/event';
import type { Queryable } from '@patchbay/database/query';

const insert = {
  name: 'insert dead letters',
  text: `insert into dead_letters (topic, partition, "offset", reason, key, value, failed_at, consumer, headers)
         select * from unnest($1::text[], $2::int[], $3::text[], $4::text[], $5::bytea[], $6::bytea[], $7::timestamptz[],
                              $8::text[], $9::jsonb[])
                       as given (topic, partition, "offset", reason, key, value, failed_at, consumer, headers)
         where not exists (
           select from dead_letters waiting
           where waiting.ended_at is null and waiting.topic = given.topic and waiting.partition = given.partition
             and waiting."offset" = given."offset" and waiting.consumer = given.consumer
             and waiting.key = given.key and waiting.value = given.value
         )`,
};

/** The headers are untrusted input. Skips those with a NUL character, which Postgres cannot store. */
const storable = (headers: Readonly<Record<string, string>>): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(headers).flatMap(([name, value]) =>
        value.includes('\0') ? [] : [[name, value.toWellFormed()]],
      ),
    ),
  );

/**
 * A message that is delivered again, because its offset was not committed, has one waiting row. Its offset alone does not identify
 * it: the offsets of the in-process bus begin at 0 in each process.
 */
export async function insertDeadLetters(db: Queryable, deadLetters: readonly DeadLetter[]): Promise<void> {
  await db.query(insert, [
    deadLetters.map(({ topic }) => topic),
    deadLetters.map(({ partition }) => partition),
    deadLetters.map(({ offset }) => offset),
    deadLetters.map(({ reason }) => reason),
    deadLetters.map(({ key }) => Buffer.from(key)),
    deadLetters.map(({ value }) => Buffer.from(value)),
    deadLetters.map(({ failedAt }) => (failedAt === undefined ? db.now() : timestampDate(failedAt))),
    deadLetters.map(({ consumer }) => consumer),
    deadLetters.map(({ headers }) => storable(headers)),
  ]);
}

const countWaitingRows = {
  name: 'count dead letters that wait',
  text: `select count(*)::int as count from (select from dead_letters where ended_at is null limit $1) waiting`,
};

/** The number of dead letters that were neither replayed nor discarded, up to `limit`: counting a flood would be slow. */
export async function countWaiting(db: Queryable, limit: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(countWaitingRows, [limit]);
  return row?.count ?? 0;
}

export type Outcome = 'replayed' | 'discarded';

/** A row of the table. `id` is a bigint, which pg returns as text. */
export interface StoredDeadLetter {
  readonly id: string;
  readonly topic: string;
  readonly partition: number;
  readonly offset: string;
  readonly consumer: string;
  readonly reason: string;
  readonly failedAt: Date;
  readonly headers: Readonly<Record<string, string>>;
  readonly key: Buffer;
  readonly value: Buffer;
  readonly endedAt: Date | null;
  readonly outcome: Outcome | null;
}

const columns = `id, topic, partition, "offset", consumer, reason, failed_at as "failedAt", headers, key, value,
                 ended_at as "endedAt", outcome`;

const selectNewest = {
  name: 'newest dead letters',
  // Without keys, headers and large values: a list shows only events of ordinary size.
  text: `select * from (
           select id, topic, partition, "offset", consumer, reason, failed_at as "failedAt",
                  case when octet_length(value) <= 65536 then value else '' end as value, ended_at as "endedAt", outcome
           from dead_letters where ended_at is null or $1 order by id desc limit $2
         ) newest order by id`,
};

export type ListedDeadLetter = Omit<StoredDeadLetter, 'key' | 'headers'>;

/** The newest ones, newest last. The value of one that is larger than 64 KiB is empty. */
export const listDeadLetters = (
  db: Queryable,
  { ended, limit }: { readonly ended: boolean; readonly limit: number },
): Promise<ListedDeadLetter[]> => db.query<ListedDeadLetter & { id: string }>(selectNewest, [ended, limit]);

const selectById = {
  name: 'dead letter by id',
  text: `select ${columns} from dead_letters where id = $1`,
};

export async function findDeadLetter(db: Queryable, id: string): Promise<StoredDeadLetter | undefined> {
  const [row] = await db.query<StoredDeadLetter & { id: string }>(selectById, [id]);
  return row;
}

const selectNext = {
  name: 'next dead letter that waits',
  text: `select ${columns} from dead_letters where ended_at is null and id > $1 order by id limit 1`,
};

/** The oldest one after this id that nobody has replayed or discarded. One at a time: each may be large. */
export async function findNextWaiting(db: Queryable, after: string): Promise<StoredDeadLetter | undefined> {
  const [row] = await db.query<StoredDeadLetter & { id: string }>(selectNext, [after]);
  return row;
}

const end = {
  name: 'end a dead letter',
  text: `update dead_letters set ended_at = $3, outcome = $2 where id = $1 and ended_at is null returning id`,
};

/** False: it was ended before, and is left as it was. */
export const endDeadLetter = async (db: Queryable, id: string, outcome: Outcome): Promise<boolean> =>
  (await db.query(end, [id, outcome, db.now()])).length > 0;

const refuseAgain = {
  name: 'refuse a dead letter again',
  text: `update dead_letters set reason = $2 where id = $1 and ended_at is null`,
};

export async function setReason(db: Queryable, id: string, reason: string): Promise<void> {
  await db.query(refuseAgain, [id, reason]);
}
