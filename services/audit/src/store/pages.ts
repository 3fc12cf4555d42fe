import type { Queryable } from '@patchbay/database/queryable';
import type { ChainedEntry, Entry } from '../domain/entry.ts';
import type { Page } from '../domain/page.ts';
import { conditionOf } from './filters.ts';
import { type Bounded, withinBytes } from './within-bytes.ts';

/**
 * Bytes of the entries of a page as JSON text. As protobuf they have at most about six times as many, if all are numbers: an
 * answer stays below the 16 MiB that its reader accepts.
 */
export const maxPageBytes = 2 * 1024 * 1024;

export interface Slice {
  /** Fewer than the limit also where more would exceed `maxPageBytes`. */
  readonly entries: readonly ChainedEntry[];
  /** Whether there is a next page. */
  readonly more: boolean;
}

/** A page, newest first. Looks for one row more than the limit, which shows whether there is a next page. */
export async function findPage(
  db: Queryable,
  organizationId: string,
  { before, limit, filters }: Page,
): Promise<Slice> {
  const values: unknown[] = [organizationId, limit + 1];
  let where = 'organization_id = $1';
  if (before !== undefined) where += ` and sequence < $${values.push(before)}`;
  const { condition, name } = conditionOf(filters, values);
  const rows = await db.query<{ entry: Entry; hash: string } & Bounded>(
    {
      name: `entries page ${before === undefined ? '0' : '1'}${name}`,
      text: withinBytes({
        columns: 'entry, hash',
        where: where + condition,
        order: 'sequence desc',
        limit: '$2',
        maxBytes: maxPageBytes,
      }),
    },
    values,
  );
  const entries = rows.slice(0, limit);
  return { entries, more: entries.at(-1)?.followed === true };
}
