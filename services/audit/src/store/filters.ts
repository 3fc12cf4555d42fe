import { maxEarlyMs } from '../domain/chain.ts';
import type { Filters } from '../domain/page.ts';

const equals =
  (column: string) =>
  (value: string): string =>
    `${column} = ${value}`;

/**
 * The condition of each filter, given the parameter of its value. All but the last two have an index of their column, in the order of
 * pages. When something occurred has none: it is looked for where it can have been recorded, which is a part of that order.
 */
const conditions: Record<keyof Filters, (value: string) => string> = {
  action: equals('action'),
  actorId: equals('actor_id'),
  workspaceSlug: equals('workspace_slug'),
  targetType: equals('target_type'),
  targetId: equals('target_id'),
  from: (value) =>
    `occurred_at >= ${value} and recorded_at >= ${value}::timestamptz - interval '${maxEarlyMs} milliseconds'`,
  to: (value) =>
    `occurred_at < ${value} and recorded_at < ${value}::timestamptz + interval '1 millisecond' *
       (select latest_ms from chain_heads where organization_id = $1)`,
};
const filterNames = Object.keys(conditions) as (keyof Filters)[];

export interface Condition {
  /** To be appended to a condition: empty, or begins with `and`. */
  readonly condition: string;
  /**
   * One bit per filter: unique for each combination of filters, so that each is a prepared statement with a plan of its own.
   * Bits, because a statement's name has 63 characters at most, and the names of all filters have more.
   */
  readonly name: string;
}

/** The filters as a condition on `entries`; `$1` is the organization. Appends the values that it refers to (`$n`) to `values`. */
export function conditionOf(filters: Filters, values: unknown[]): Condition {
  let condition = '';
  let name = '';
  for (const filter of filterNames) {
    const value = filters[filter];
    name += value === undefined ? '0' : '1';
    if (value !== undefined) condition += ` and ${conditions[filter](`$${values.push(value)}`)}`;
  }
  return { condition, name };
}
