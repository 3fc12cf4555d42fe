import type { Queryable } from '@patchbay/database/queryable';
import type { ChainedEntry, Entry } from '../domain/entry.ts';
import type { Filters } from '../domain/page.ts';
import { conditionOf } from './filters.ts';

/** Rows read at once: as many as the largest page of the list has. */
const pageSize = 200;

/**
 * The entries up to a place that match the filters, oldest first, in pages. Each page is a query of its own, made when it is asked
 * for: nothing of the database is held between two of them, however long the reader takes.
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
    text: `select entry, hash from entries
           where organization_id = $1 and sequence <= $3 and sequence > $4${condition} order by sequence limit $2`,
  };
  for (;;) {
    const page = await db.query<{ entry: Entry; hash: string }>(statement, values);
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) return;
    values[bounds.length] = last.entry.sequence;
  }
}
