import { invalid } from '@patchbay/errors/failure';
import { actions as known } from '@patchbay/trail/action';
import type { Webhook, Workspace } from './webhook.ts';

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
  /** ISO 8601. */
  readonly occurredAt: string;
  /** Null: it is about none. Without an id it was recorded before entries had one. */
  readonly workspace: { readonly id: string | undefined; readonly slug: string } | null;
}

/** A slug can be given to another workspace. An entry without an id is about the one that had the slug when it occurred. */
const isAbout = (
  workspace: Workspace,
  { workspace: named, occurredAt }: Pick<FilteredEntry, 'workspace' | 'occurredAt'>,
): boolean =>
  named?.id === undefined
    ? named?.slug === workspace.slug && Date.parse(occurredAt) >= workspace.createdAt.getTime()
    : named.id === workspace.id;

/** Whether a webhook takes an entry of its organization. */
export const takes = (
  { actions, workspace }: Pick<Webhook, 'actions' | 'workspace'>,
  entry: FilteredEntry,
): boolean =>
  (actions.length === 0 || actions.includes(entry.action) || actions.includes(groupOf(entry.action))) &&
  (workspace === null || isAbout(workspace, entry));
