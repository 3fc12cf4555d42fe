import type { Database } from '@patchbay/database/pool';
import { runPrepared } from '@patchbay/database/prepared-query';

export interface OutboxRow {
  /** A bigint in decimal digits. */
  readonly sequence: string;
  readonly id: string;
  readonly topic: string;
  readonly key: string;
  readonly payload: Buffer;
  readonly traceparent: string | null;
  /** Seconds since the transaction that recorded it began. */
  readonly age: number;
}

/**
 * The first rows whose payloads together have at most `maxBytes`, but at least one row. A broker rejects a batch that is too
 * large on every retry, which would block the outbox for good.
 */
export function leadingRows(rows: readonly OutboxRow[], maxBytes: number): readonly OutboxRow[] {
  let bytes = 0;
  const end = rows.findIndex(({ payload }, index) => {
    bytes += payload.byteLength;
    return bytes > maxBytes && index > 0;
  });
  return end === -1 ? rows : rows.slice(0, end);
}

export interface OutboxRows {
  /** The oldest rows, in order. */
  read(limit: number): Promise<OutboxRow[]>;
  /** How many rows there are, `limit` at most. */
  count(limit: number): Promise<number>;
  /** Deletes by single sequence numbers, not by range: a transaction with a lower number may commit later. */
  remove(rows: readonly OutboxRow[]): Promise<void>;
}

const readRows = {
  name: 'outbox-read',
  text: `select sequence, id, topic, key, payload, traceparent,
    extract(epoch from clock_timestamp() - created_at)::float8 as age
  from outbox order by sequence limit $1`,
};
const countRows = {
  name: 'outbox-count',
  text: 'select count(*)::int as number from (select from outbox limit $1) as counted',
};
const removeRows = {
  name: 'outbox-remove',
  text: 'delete from outbox where sequence = any($1::bigint[])',
};

/** Runs statements on the pool without spans: the relay polls every few seconds, mostly finding nothing. */
export const createOutboxRows = ({ pool }: Pick<Database, 'pool'>): OutboxRows => ({
  read: (limit) => runPrepared<OutboxRow>(pool, readRows, [limit]),
  async count(limit) {
    const [counted] = await runPrepared<{ number: number }>(pool, countRows, [limit]);
    return counted?.number ?? 0;
  },
  async remove(rows) {
    await runPrepared(pool, removeRows, [rows.map(({ sequence }) => sequence)]);
  },
});
