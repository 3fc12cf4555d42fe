import { maxEarlyMs } from '../domain/chain.ts';
import type { Filters } from '../domain/page.ts';

/** Each of these columns has an index, with the order of pages behind it. */
const columns = {
  action: 'action',
  actorId: 'actor_id',
  workspaceSlug: 'workspace_slug',
  targetType: 'target_type',
  targetId: 'target_id',
} as const satisfies Record<Exclude<keyof Filters, 'from' | 'to'>, string>;
const columnFilters = Object.keys(columns) as (keyof typeof columns)[];
const filterNames = [...columnFilters, 'from', 'to'] as const;

/** An entry that was recorded longer after it occurred is late. */
const lateAfter = `interval '1 hour'`;
/** In the words of the partial index of late entries, which Postgres uses only for a condition that contains its predicate. */
const isLate = `recorded_at - occurred_at > ${lateAfter}`;

export interface Conditions {
  /** Conditions on `entries`, of which an entry meets one at most. Each is empty or begins with `and`. */
  readonly conditions: readonly string[];
  /**
   * One bit per filter: unique for each combination of filters, so that each is a prepared statement with a plan of its own.
   * Bits, because a statement's name has 63 characters at most, and the names of all filters have more.
   */
  readonly name: string;
}

/**
 * The filters as conditions on `entries`. Appends the values that they refer to (`$n`) to `values`.
 *
 * When something occurred has no index: it is looked for where it can have been recorded, which is a part of the order of pages. What
 * occurred before `to` was recorded until an hour later, or is late. Late entries are few, and have an index of their own: they are
 * read apart, so that one that was recorded months later does not make every page read the months between.
 */
export function conditionsOf(filters: Filters, values: unknown[]): Conditions {
  const name = filterNames.map((filter) => (filters[filter] === undefined ? '0' : '1')).join('');
  const all = (conditions: readonly string[]): string => conditions.map((one) => ` and ${one}`).join('');
  const equal = columnFilters.flatMap((filter) =>
    filters[filter] === undefined ? [] : [`${columns[filter]} = $${values.push(filters[filter])}`],
  );
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
