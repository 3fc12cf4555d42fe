import type { Queryable } from '@patchbay/database/queryable';
import type { ChainedEntry, Entry } from '../domain/entry.ts';
import type { Filters } from '../domain/page.ts';
import { conditionOf } from './filters.ts';
import { maxPageBytes } from './pages.ts';
import { type Bounded, withinBytes } from './within-bytes.ts';

/** Rows per query at most, equal to the largest page of the list. */
const pageSize = 200;

/**
 * The entries up to `lastSequence` that match the filters, oldest first, in pages. Each page is one query, made when the
 * reader asks for it: between pages a slow reader holds neither a connection nor a cursor.
 */
export async function* exportEntries(
  db: Queryable,
  organizationId: string,
  filters: Filters,
  lastSequence: number,
): AsyncGenerator<ChainedEntry[]> {
  const bounds = [organizationId, pageSize, lastSequence];
  const values: unknown[] = [...bounds, 0];
  const { condition, name } = conditionOf(filters, values);
  const statement = {
    name: `entries export ${name}`,
    text: withinBytes({
      columns: 'sequence, entry, hash',
      where: `organization_id = $1 and sequence <= $3 and sequence > $4${condition}`,
      order: 'sequence',
      limit: '$2',
      maxBytes: maxPageBytes,
    }),
  };
  for (;;) {
    const page = await db.query<{ sequence: string; entry: Entry; hash: string } & Bounded>(
      statement,
      values,
    );
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (last === undefined || (page.length < pageSize && !last.followed)) return;
    // The column, not the entry's own number: an altered entry must not make the export repeat or skip pages.
    values[bounds.length] = last.sequence;
  }
}
