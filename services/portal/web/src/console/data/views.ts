import { useSyncExternalStore } from 'react';
import { useOrganization } from './access.tsx';
import { useSignedIn } from './session.ts';
import { createStore } from './store.ts';

/** A list with its filters and sorting, under a name that a person gave. */
export interface View {
  readonly name: string;
  /** The parameters of the address, as `parametersOf` writes them. */
  readonly parameters: string;
}

/** The views of a person in an organization, by list. */
type Stored = Readonly<Record<string, readonly View[]>>;

export const longestName = 60;

/** Parameters that open something beside or above a list. */
const others = ['tab', 'period', 'new', 'open', 'entry'];

/** What filters and sorts a list, in an order of its own, so that equal views are equal texts. */
export function parametersOf(search: string): string {
  const parameters = new URLSearchParams(search);
  for (const name of others) parameters.delete(name);
  parameters.sort();
  return String(parameters);
}

const isView = (value: unknown): value is View => {
  const { name, parameters } = Object(value) as Partial<Record<keyof View, unknown>>;
  return typeof name === 'string' && typeof parameters === 'string';
};

function parse(json: string | null): Stored {
  try {
    const lists = Object.entries(Object(JSON.parse(json ?? '{}')) as Record<string, unknown>);
    return Object.fromEntries(
      lists.map(([list, views]) => [list, Array.isArray(views) ? views.filter(isView) : []]),
    );
  } catch {
    return {};
  }
}

/** Names that people take for the same. */
const folded = (name: string): string => name.normalize('NFC').trim().toLowerCase();

/** Why a name cannot be given. */
export type NameProblem = 'empty' | 'long' | 'taken';

/** `own`: the name that is changed, which may stay. */
export function problemOfName(views: readonly View[], name: string, own?: string): NameProblem | undefined {
  if (name.trim() === '') return 'empty';
  if (name.trim().length > longestName) return 'long';
  const taken = views.some((view) => view.name !== own && folded(view.name) === folded(name));
  return taken ? 'taken' : undefined;
}

/** In this tab. Other tabs have the event of the storage. */
const changed = createStore(0);

function subscribe(listener: () => void): () => void {
  const end = changed.subscribe(listener);
  addEventListener('storage', listener);
  return () => {
    end();
    removeEventListener('storage', listener);
  };
}

/** Undefined: the browser forbids storage. */
function read(key: string): string | null | undefined {
  try {
    return localStorage.getItem(key);
  } catch {
    return undefined;
  }
}

interface Views {
  /** Undefined: the browser keeps nothing. */
  readonly views: readonly View[] | undefined;
  /** Replaces the views of the list. Whether the browser has kept them. */
  readonly keep: (views: readonly View[]) => boolean;
}

/**
 * The saved views of a list, in this browser: of the person in the organization, by ids, because slugs can be reused. The ids and the names
 * that a person gave are no secrets. `list` tells the lists of an organization apart.
 */
export function useViews(list: string): Views {
  const { id: organization } = useOrganization();
  const { user } = useSignedIn();
  const key = `patchbay.views.${user.id}.${organization}`;
  const json = useSyncExternalStore(subscribe, () => read(key));
  return {
    views: json === undefined ? undefined : (parse(json)[list] ?? []),
    keep: (views) => {
      try {
        localStorage.setItem(key, JSON.stringify({ ...parse(localStorage.getItem(key)), [list]: views }));
      } catch {
        return false;
      }
      changed.set(changed.get() + 1);
      return true;
    },
  };
}
