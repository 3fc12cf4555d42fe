import type { Filters } from '../domain/page.ts';

/** Column and operator of each filter; every one of these columns has an index. */
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

export interface Condition {
  /** To be appended to a condition: empty, or begins with `and`. */
  readonly condition: string;
  /**
   * One bit per filter: unique for each combination of filters, so that each is a prepared statement with a plan of its own.
   * Bits, because a statement's name has 63 characters at most, and the names of all filters have more.
   */
  readonly name: string;
}

/** The filters as a condition on `entries`. Appends the values that it refers to (`$n`) to `values`. */
export function conditionOf(filters: Filters, values: unknown[]): Condition {
  let condition = '';
  let name = '';
  for (const filter of filterNames) {
    const value = filters[filter];
    name += value === undefined ? '0' : '1';
    if (value !== undefined) condition += ` and ${conditions[filter]} $${values.push(value)}`;
  }
  return { condition, name };
}
