import type { Database } from '@patchbay/database/pool';

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

const readText = `select sequence, id, topic, key, payload, traceparent,
    extract(epoch from clock_timestamp() - created_at)::float8 as age
  from outbox order by sequence limit $1`;
const countText = 'select count(*)::int as number from (select from outbox limit $1) as counted';
const removeText = 'delete from outbox where sequence = any($1::bigint[])';

/** Queries the pool directly, without spans: the relay polls every few seconds, mostly finding nothing. */
export const createOutboxRows = ({ pool }: Pick<Database, 'pool'>): OutboxRows => ({
  async read(limit) {
    return (await pool.query<OutboxRow>({ name: 'outbox-read', text: readText, values: [limit] })).rows;
  },
  async count(limit) {
    const { rows } = await pool.query<{ number: number }>({
      name: 'outbox-count',
      text: countText,
      values: [limit],
    });
    return rows[0]?.number ?? 0;
  },
  async remove(rows) {
    const sequences = rows.map(({ sequence }) => sequence);
    await pool.query({ name: 'outbox-remove', text: removeText, values: [sequences] });
  },
});
