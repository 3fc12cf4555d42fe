import type { Database } from '@patchbay/database/pool';

export interface OutboxRow {
  /** A bigint in decimal digits. */
  readonly sequence: string;
  readonly id: string;
  readonly topic: string;
  readonly key: string;
  readonly payload: Buffer;
  readonly traceparent: string | null;
}

/**
 * The first rows whose payloads together stay within a size, and one at least. A broker refuses what is too large however
 * often it is sent, and everything behind it would wait forever.
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
  /** By their own numbers, never by a range: a transaction with a lower number may commit later. */
  remove(rows: readonly OutboxRow[]): Promise<void>;
}

const readText =
  'select sequence, id, topic, key, payload, traceparent from outbox order by sequence limit $1';
const removeText = 'delete from outbox where sequence = any($1::bigint[])';

/** Straight on the pool: the relay asks every few seconds, and spans of looking for nothing would bury the others. */
export const createOutboxRows = ({ pool }: Pick<Database, 'pool'>): OutboxRows => ({
  async read(limit) {
    return (await pool.query<OutboxRow>({ name: 'outbox-read', text: readText, values: [limit] })).rows;
  },
  async remove(rows) {
    const sequences = rows.map(({ sequence }) => sequence);
    await pool.query({ name: 'outbox-remove', text: removeText, values: [sequences] });
  },
});
