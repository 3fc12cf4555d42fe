import type { Queryable } from '@patchbay/database/queryable';
import type { ChainedEntry } from '../domain/entry.ts';
import type { Filters } from '../domain/page.ts';
import type { Position } from '../domain/position.ts';
import { conditionOf } from './filters.ts';
import { maxPageBytes } from './pages.ts';
import { type Bounded, oldestFirst, withinBytes } from './within-bytes.ts';

/** Rows per query at most. */
const pageSize = 1_000;

/**
 * The entries up to `last` that match the filters, oldest first, in pages. Each page is one query, made when the reader asks for
 * it: between pages a slow reader holds neither a connection nor a cursor.
 */
export async function* exportEntries(
  db: Queryable,
  organizationId: string,
  filters: Filters,
  last: Position,
): AsyncGenerator<readonly ChainedEntry[]> {
  const bounds = [organizationId, pageSize, last.recordedAt, last.sequence];
  const values: unknown[] = [...bounds, new Date(0), 0];
  const { condition, name } = conditionOf(filters, values);
  const statement = {
    name: `entries export ${name}`,
    text: withinBytes({
      columns: 'sequence, recorded_at as "recordedAt", entry as text, hash',
      // The conditions on recorded_at alone leave out partitions.
      where: `organization_id = $1 and recorded_at <= $3 and (recorded_at, sequence) <= ($3, $4)
              and recorded_at >= $5 and (recorded_at, sequence) > ($5, $6)${condition}`,
      order: oldestFirst,
      limit: '$2',
      maxBytes: maxPageBytes,
    }),
  };
  for (;;) {
    const page = await db.query<{ sequence: string; recordedAt: Date } & ChainedEntry & Bounded>(
      statement,
      values,
    );
    if (page.length > 0) yield page;
    const end = page.at(-1);
    if (end === undefined || (page.length < pageSize && !end.followed)) return;
    values.splice(bounds.length, 2, end.recordedAt, end.sequence);
  }
}
