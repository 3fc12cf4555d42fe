import { invalid } from '@patchbay/errors/failure';
import { actions as known } from '@patchbay/trail/action';
import type { Webhook } from './webhook.ts';

const groupOf = (action: string): string => `${action.slice(0, action.indexOf('.'))}.*`;

/** What a filter can name: every action, and the groups of actions with the same word before the dot. */
const names: ReadonlySet<string> = new Set(Object.keys(known).flatMap((action) => [action, groupOf(action)]));

/** The actions of a filter, each once, in the given order. */
export function actionsOf(given: readonly string[]): readonly string[] {
  const problem = (message: string) => invalid({ path: 'actions', message });
  if (given.length > names.size) throw problem(`must have at most ${names.size} names`);
  if (given.some((name) => !names.has(name)))
    throw problem('must have names of actions, or groups such as integration.*');
  if (new Set(given).size < given.length) throw problem('must have each name only once');
  return [...given];
}

/** The parts of an entry that filters look at. */
export interface FilteredEntry {
  readonly action: string;
  readonly workspaceSlug: string | null;
}

/** Whether a webhook takes an entry of its organization. Slugs of workspaces never change. */
export const takes = (
  { actions, workspace }: Pick<Webhook, 'actions' | 'workspace'>,
  { action, workspaceSlug }: FilteredEntry,
): boolean =>
  (actions.length === 0 || actions.includes(action) || actions.includes(groupOf(action))) &&
  (workspace === null || workspace.slug === workspaceSlug);
