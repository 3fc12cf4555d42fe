import type { Schemas } from '../../../api/answer.ts';
import { storyWords, tellings } from '../../words/en/trail-sentences.ts';
import { named, type Phrase, type Story, say } from '../../words/phrase.ts';

export type Entry = Schemas['AuditLog'];

/** The fields of an entry that its sentence is made of. */
export type Told = Pick<Entry, 'action' | 'actor' | 'target' | 'workspace' | 'changes' | 'metadata'>;

interface Telling {
  readonly formatDate: (iso: string) => string;
  /** The names of API keys by their ids: an entry has only the prefix of the key that acted. */
  readonly keyNames?: ReadonlyMap<string, string> | undefined;
}

/** A text or number; of a value that is too long for an entry, its beginning. */
export function shortOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const { beginning } = Object(value) as { readonly beginning?: unknown };
  return typeof beginning === 'string' ? `${beginning.replace(/^"/, '')}…` : undefined;
}

/** A name that can be empty. */
const nameOr = (name: string | null, other: string): Phrase =>
  name === null || name.trim() === '' ? [other] : named(name);

/** The actor, as the subject of a sentence. */
function whoOf({ type, id, name, email, apiKeyPrefix }: Entry['actor'], keyNames?: Telling['keyNames']) {
  if (type === 'client') return [storyWords.client];
  if (type === 'system') return [storyWords.system];
  const person = nameOr(name?.trim() ? name : email, storyWords.somebody);
  if (type === 'user') return person;
  const keyName = keyNames?.get(id ?? '');
  return storyWords.key(
    keyName === undefined ? undefined : named(keyName),
    apiKeyPrefix === null ? undefined : named(`${apiKeyPrefix}…`),
    name === null && email === null ? undefined : person,
  );
}

const people: readonly string[] = ['user', 'member', 'workspace_member'];

function storyOf(
  { actor, target, workspace, changes, metadata }: Told,
  { formatDate, keyNames }: Telling,
): Story {
  const changeOf = (field: string) => changes.find((change) => change.field === field);
  return {
    who: whoOf(actor, keyNames),
    actor: actor.type,
    isOwn: people.includes(target.type) && actor.type === 'user' && actor.id === target.id,
    target: nameOr(target.name, storyWords.unnamed),
    targetName: target.name,
    workspace: workspace === null ? undefined : nameOr(workspace.name, workspace.slug),
    before: (field) => shortOf(changeOf(field)?.before),
    after: (field) => shortOf(changeOf(field)?.after),
    isChanged: (field) => changeOf(field) !== undefined,
    fact: (name) => shortOf(metadata[name]),
    isByOperator: 'operator' in metadata,
    count: (name) => {
      const list = metadata[name];
      const omitted = metadata[`${name}Omitted`];
      return (Array.isArray(list) ? list.length : 0) + (typeof omitted === 'number' ? omitted : 0);
    },
    names: (name) => {
      const list = metadata[name];
      return (Array.isArray(list) ? list : []).flatMap((item: unknown) => {
        const { id, name: own } = Object(item) as { readonly id?: unknown; readonly name?: unknown };
        return shortOf(own) ?? shortOf(id) ?? [];
      });
    },
    date: (iso) => (iso === undefined || Number.isNaN(Date.parse(iso)) ? undefined : formatDate(iso)),
  };
}

/** The sentence of an entry. An unknown action of a newer API is shown by its name. */
export function tell(entry: Told, telling: Telling): Phrase {
  const story = storyOf(entry, telling);
  const known: Partial<typeof tellings> = tellings;
  return known[entry.action]?.(story) ?? say`${story.who}: ${entry.action}, ${story.target}`;
}
