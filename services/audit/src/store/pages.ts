import type { Queryable } from '@patchbay/database/queryable';
import type { ChainedEntry, Entry } from '../domain/entry.ts';
import type { Page } from '../domain/page.ts';
import { conditionOf } from './filters.ts';

/** One more than the page holds is read: it tells whether there is a page after it. */
export interface Slice {
  readonly entries: readonly ChainedEntry[];
  readonly more: boolean;
}

/** A page, newest first. Each combination of filters is a statement of its own, so that Postgres plans it by itself. */
export async function findPage(
  db: Queryable,
  organizationId: string,
  { before, limit, filters }: Page,
): Promise<Slice> {
  const values: unknown[] = [organizationId, limit + 1];
  let where = 'organization_id = $1';
  if (before !== undefined) where += ` and sequence < $${values.push(before)}`;
  const { condition, name } = conditionOf(filters, values);
  const rows = await db.query<{ entry: Entry; hash: string }>(
    {
      name: `entries page ${before === undefined ? '0' : '1'}${name}`,
      text: `select entry, hash from entries where ${where}${condition} order by sequence desc limit $2`,
    },
    values,
  );
  return { entries: rows.slice(0, limit), more: rows.length > limit };
}
