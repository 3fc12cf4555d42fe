import type { Queryable } from '@patchbay/database/queryable';
import type { ChainedEntry, Entry } from '../domain/entry.ts';
import type { Filters, Page } from '../domain/page.ts';

/** The condition that each filter is, and so the index that serves it. */
const conditions: Record<keyof Filters, string> = {
  action: 'action =',
  actorId: 'actor_id =',
  workspaceSlug: 'workspace_slug =',
  targetType: 'target_type =',
  targetId: 'target_id =',
  from: 'occurred_at >=',
  to: 'occurred_at <',
};
const filterNames = Object.keys(conditions) as (keyof Filters)[];

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
  for (const name of filterNames) {
    if (filters[name] !== undefined) where += ` and ${conditions[name]} $${values.push(filters[name])}`;
  }
  // By bits: a statement's name has 63 characters at the most, and the names of all filters have more.
  const combination = [before, ...filterNames.map((name) => filters[name])]
    .map((value) => (value === undefined ? '0' : '1'))
    .join('');
  const rows = await db.query<{ entry: Entry; hash: string }>(
    {
      name: `entries page ${combination}`,
      text: `select entry, hash from entries where ${where} order by sequence desc limit $2`,
    },
    values,
  );
  return { entries: rows.slice(0, limit), more: rows.length > limit };
}
