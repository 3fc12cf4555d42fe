import type { Queryable } from '@patchbay/database/query';
import { maxEarlyMs } from '../domain/chain.ts';
import type { ChainedEntry } from '../domain/entry.ts';
import type { Filters, Page, Position } from '../domain/page.ts';

/** Both directions of the order of a chain. Partitions are read one after the other in it, until the page is full. */
export const oldestFirst = 'recorded_at, sequence';
export const newestFirst = 'recorded_at desc, sequence desc';
/** Merges all partitions. Differs from `oldestFirst` only after tampering. */
export const bySequence = 'sequence, recorded_at';

export interface BoundedPage {
  /** The selected columns. */
  readonly columns: string;
  /** Mutually exclusive conditions on `entries`. For each, rows up to the limit are read in order and then merged. */
  readonly where: readonly string[];
  readonly order: typeof oldestFirst | typeof newestFirst | typeof bySequence;
  /** Rows, as a number or a parameter; `offset` and another one may follow. */
  readonly limit: string;
  /** Bytes of the entries. */
  readonly maxBytes: number;
}

export interface Bounded {
  /** Whether the row after this one is within `limit`. Of the last row of a page: it has too many bytes for this page. */
  readonly followed: boolean;
}

/**
 * Selects a page of `entries` that is bounded by rows and by bytes. It has at least one row if there is any: a single entry may be
 * larger than `maxBytes`. `octet_length` reads only the length, so that Postgres fetches and decompresses large entries only for the
 * rows of the page.
 */
export const withinBytes = ({ columns, where, order, limit, maxBytes }: BoundedPage): string => {
  const limited = where.map(
    (condition) => `(select * from entries where ${condition} order by ${order} limit ${limit})`,
  );
  const rows =
    limited.length === 1
      ? limited.join('')
      : `(select * from (${limited.join(' union all ')}) parts order by ${order} limit ${limit})`;
  return `
  select ${columns}, followed from (
    select *, sum(octet_length(entry)) over page as total, lead(true, 1, false) over page as followed
    from ${rows} limited
    window page as (order by ${order} rows unbounded preceding)
  ) summed
  where total <= ${maxBytes} or total = octet_length(entry) order by ${order}`;
};

/**
 * Entries of the workspace that has the slug now. Those from before entries had the id of their workspace are its own if no workspace
 * with the slug was deleted since. Postgres looks for that deletion only when it comes to such an entry.
 */
export const ofWorkspace = (
  slug: string,
  id: string,
): string => `(workspace_id = ${id} or workspace_id is null and sequence > coalesce((
    select sequence from entries where organization_id = $1 and workspace_slug = ${slug} and action = 'workspace.deleted'
    order by ${newestFirst} limit 1), 0))`;

/** Each of these columns has an index, with the order of pages behind it. */
const columns = {
  action: 'action',
  actorId: 'actor_id',
  workspaceSlug: 'workspace_slug',
  targetType: 'target_type',
  targetId: 'target_id',
} as const satisfies Record<Exclude<keyof Filters, 'workspaceId' | 'from' | 'to'>, string>;
const columnFilters = Object.keys(columns) as (keyof typeof columns)[];
const filterNames = [...columnFilters, 'workspaceId', 'from', 'to'] as const;

/** An entry that was recorded longer after it occurred is late. */
const lateAfter = `interval '1 hour'`;
/** In the words of the partial index of late entries, which Postgres uses only for a condition that contains its predicate. */
const isLate = `recorded_at - occurred_at > ${lateAfter}`;

export interface Conditions {
  /** Mutually exclusive conditions on `entries`. Each is empty or begins with `and`. */
  readonly conditions: readonly string[];
  /**
   * One bit per filter: unique for each combination of filters, so that each is a prepared statement with a plan of its own.
   * Bits, because the name of a statement has at most 63 characters, fewer than the names of all filters.
   */
  readonly name: string;
}

/**
 * The filters as conditions on `entries`. Appends the values that they refer to (`$n`) to `values`.
 *
 * `occurred_at` has no index: the conditions limit `recorded_at` instead, by which pages are ordered. An entry that occurred before
 * `to` was recorded at most an hour later, or is late. Late entries are few and have an index of their own. They are read apart, so
 * that one that was recorded months later does not make every page read the months between.
 */
export function conditionsOf(filters: Filters, values: unknown[]): Conditions {
  const name = filterNames.map((filter) => (filters[filter] === undefined ? '0' : '1')).join('');
  const all = (conditions: readonly string[]): string => conditions.map((one) => ` and ${one}`).join('');
  const equal = columnFilters.flatMap((filter) =>
    filters[filter] === undefined ? [] : [`${columns[filter]} = $${values.push(filters[filter])}`],
  );
  const { workspaceSlug, workspaceId } = filters;
  if (workspaceSlug !== undefined && workspaceId !== undefined)
    equal.push(ofWorkspace(`$${values.push(workspaceSlug)}`, `$${values.push(workspaceId)}`));
  const times: string[] = [];
  if (filters.from !== undefined) {
    const from = `$${values.push(filters.from)}::timestamptz`;
    times.push(`occurred_at >= ${from}`, `recorded_at >= ${from} - interval '${maxEarlyMs} milliseconds'`);
  }
  if (filters.to === undefined) return { conditions: [all([...equal, ...times])], name };

  const to = `$${values.push(filters.to)}::timestamptz`;
  times.push(`occurred_at < ${to}`);
  // `is true` keeps Postgres from reading by the index of a column: nearly all that it would read there is not late.
  const checked = equal.length === 0 ? [] : [`(${equal.join(' and ')}) is true`];
  return {
    conditions: [
      all([...equal, ...times, `recorded_at < ${to} + ${lateAfter}`]),
      all([...checked, ...times, `recorded_at >= ${to} + ${lateAfter}`, isLate]),
    ],
    name,
  };
}

/** Bytes of the entries of a page. */
export const maxPageBytes = 2 * 1024 * 1024;

export interface Slice {
  /** Fewer than the limit if more would exceed `maxPageBytes`. */
  readonly entries: readonly ChainedEntry[];
  /** That of the last entry, if there is a next page. */
  readonly next: Position | undefined;
}

/** What a page has, and the name of its statement. */
export interface Selection extends Conditions {
  readonly statement: string;
}

/**
 * A page of what is selected, newest first. Looks for one row more than the limit, which shows whether there is a next page. `select` appends
 * the values that its conditions refer to.
 */
export async function readPage(
  db: Queryable,
  organizationId: string,
  { before, limit }: Pick<Page, 'before' | 'limit'>,
  select: (values: unknown[]) => Selection,
): Promise<Slice> {
  const values: unknown[] = [organizationId, limit + 1];
  let where = 'organization_id = $1';
  if (before !== undefined) {
    const [time, sequence] = [`$${values.push(before.recordedAt)}`, `$${values.push(before.sequence)}`];
    // The first condition alone prunes partitions.
    where += ` and recorded_at <= ${time} and (recorded_at, sequence) < (${time}, ${sequence})`;
  }
  const { conditions, name, statement } = select(values);
  const rows = await db.query<{ sequence: string; recordedAt: Date } & ChainedEntry & Bounded>(
    {
      name: `${statement} ${before === undefined ? '0' : '1'}${name}`,
      text: withinBytes({
        columns: 'sequence, recorded_at as "recordedAt", entry as text, hash',
        where: conditions.map((condition) => where + condition),
        order: newestFirst,
        limit: '$2',
        maxBytes: maxPageBytes,
      }),
    },
    values,
  );
  const entries = rows.slice(0, limit);
  const last = entries.at(-1);
  const next =
    last?.followed === true ? { recordedAt: last.recordedAt, sequence: Number(last.sequence) } : undefined;
  return { entries, next };
}

/** A page of the trail, newest first. */
export const findPage = (db: Queryable, organizationId: string, { filters, ...page }: Page): Promise<Slice> =>
  readPage(db, organizationId, page, (values) => ({
    ...conditionsOf(filters, values),
    statement: 'entries page',
  }));

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
