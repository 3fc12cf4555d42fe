import type { Queryable } from '@patchbay/database/query';
import type { ChainedEntry } from '../domain/entry.ts';
import { type Bounded, bySequence, maxPageBytes, withinBytes } from './pages.ts';

const selectAfter = {
  name: 'entries after a sequence',
  text: withinBytes({
    columns: 'entry as text, hash',
    where: ['organization_id = $1 and sequence > $2'],
    order: bySequence,
    limit: '$3',
    maxBytes: maxPageBytes,
  }),
};

/** Entries after a sequence in their order; fewer than the limit if more would exceed `maxPageBytes`. */
export async function readAfter(
  db: Queryable,
  organizationId: string,
  sequence: bigint,
  limit: number,
): Promise<{ readonly entries: readonly ChainedEntry[]; readonly hasMore: boolean }> {
  // One row more than the limit shows whether there are more.
  const rows = await db.query<ChainedEntry & Bounded>(selectAfter, [organizationId, sequence, limit + 1]);
  const entries = rows.slice(0, limit);
  return { entries, hasMore: entries.at(-1)?.followed === true };
}
