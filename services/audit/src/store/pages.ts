import type { Queryable } from '@patchbay/database/queryable';
import type { ChainedEntry, Entry } from '../domain/entry.ts';
import type { Page } from '../domain/page.ts';
import { conditionOf } from './filters.ts';

export interface Slice {
  readonly entries: readonly ChainedEntry[];
  /** Whether there is a next page. */
  readonly more: boolean;
}

/** A page, newest first. Reads one row more than the page holds, which shows whether there is a next page. */
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
