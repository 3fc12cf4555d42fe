import type { Filters } from '../domain/page.ts';

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

export interface Condition {
  /** To be put behind another one: empty, or begins with `and`. */
  readonly condition: string;
  /**
   * Differs between combinations of filters, so that each is a prepared statement of its own, which Postgres plans by itself. In
   * bits: a statement's name has 63 characters at the most, and the names of all filters have more.
   */
  readonly name: string;
}

/** The filters as a condition on `entries`; what they are compared with is added to `values`. */
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
