import type { Queryable } from '@patchbay/database/queryable';
import type { ChainedEntry, Entry } from '../domain/entry.ts';
import type { Filters } from '../domain/page.ts';
import { conditionOf } from './filters.ts';

/** Rows per query, equal to the largest page of the list. */
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
    text: `select sequence, entry, hash from entries
           where organization_id = $1 and sequence <= $3 and sequence > $4${condition} order by sequence limit $2`,
  };
  for (;;) {
    const page = await db.query<{ sequence: string; entry: Entry; hash: string }>(statement, values);
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) return;
    // The column, not the entry's own number: an altered entry must not make the export repeat or skip pages.
    values[bounds.length] = last.sequence;
  }
}
