import type { Schemas } from '@patchbay/client';

/** The name of an action, or of a group of them such as `integration.*`. */
export type ActionFilter = Schemas['WebhookActionFilter'];

const groupOf = (filter: string): string => filter.slice(0, filter.indexOf('.'));

/** Adds or removes a filter. A whole group replaces the actions of it that were chosen one by one. */
export function toggleFilter(chosen: readonly ActionFilter[], filter: ActionFilter): ActionFilter[] {
  if (chosen.includes(filter)) return chosen.filter((each) => each !== filter);
  const others = filter.endsWith('.*') ? chosen.filter((each) => groupOf(each) !== groupOf(filter)) : chosen;
  return [...others, filter];
}
