import type { Queryable } from '@patchbay/database/query';
import { unavailable } from '@patchbay/errors/failure';
import type { ChainedEntry } from '../domain/entry.ts';
import type { Filters, Position } from '../domain/page.ts';
import { type Bounded, conditionsOf, maxPageBytes, oldestFirst, withinBytes } from './pages.ts';

/** Rows of the first query: few, so that the first lines are sent at once. */
const firstPageSize = 50;
/** How many times as many rows the next query asks for, up to `maxPageSize`. */
const growth = 5;
const maxPageSize = 1_000;

/** A row; its position is kept as the database returned it. */
interface Row extends ChainedEntry, Bounded, Retention {
  readonly sequence: string;
  readonly recordedAt: Date;
}

interface Retention {
  /** Entries that were recorded before this moment are gone. */
  readonly removedBefore: Date;
}

const selectRetention = {
  name: 'retention',
  text: `select removed_before as "removedBefore" from retention where id`,
};

/**
 * The entries up to `last` that match the filters, oldest first, in pages. Each page is one query, made by `next` when the reader
 * asks for it: between pages a slow reader holds neither a connection nor a cursor. Throws the failure `unavailable` if retention
 * has removed entries after those of the last page: the reader could not see the gap.
 */
export async function* exportEntries(
  db: Queryable,
  organizationId: string,
  filters: Filters,
  last: Position,
): AsyncGenerator<readonly ChainedEntry[]> {
  const begin = { sequence: '0', recordedAt: new Date(0) };
  const values: unknown[] = [organizationId, 0, last.recordedAt, last.sequence, undefined, undefined];
  const { conditions, name } = conditionsOf(filters, values);
  const statement = {
    name: `entries export ${name}`,
    text: withinBytes({
      // As of the snapshot that the rows of the page are read from.
      columns: `sequence, recorded_at as "recordedAt", entry as text, hash,
                (select removed_before from retention where id) as "removedBefore"`,
      // The conditions on recorded_at alone prune partitions.
      where: conditions.map(
        (condition) => `organization_id = $1 and recorded_at <= $3 and (recorded_at, sequence) <= ($3, $4)
                        and recorded_at >= $5 and (recorded_at, sequence) > ($5, $6)${condition}`,
      ),
      order: oldestFirst,
      limit: '$2',
      maxBytes: maxPageBytes,
    }),
  };
  let after: Pick<Row, 'sequence' | 'recordedAt'> = begin;
  for (let pageSize = firstPageSize; ; pageSize = Math.min(pageSize * growth, maxPageSize)) {
    values[1] = pageSize;
    values[4] = after.recordedAt;
    values[5] = after.sequence;
    const page = await db.query<Row>(statement, values);
    if (after !== begin) {
      const [retention] = page.length > 0 ? page : await db.query<Retention>(selectRetention);
      if (retention !== undefined && retention.removedBefore > after.recordedAt)
        throw unavailable('retention has removed entries that this export had not read yet');
    }
    if (page.length > 0) yield page;
    const end = page.at(-1);
    if (end === undefined || (page.length < pageSize && !end.followed)) return;
    after = end;
  }
}
