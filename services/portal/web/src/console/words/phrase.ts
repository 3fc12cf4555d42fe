import type { Schemas } from '@patchbay/client';

/** A name that people chose. It is drawn apart from the text around it, because it can be of any script and say anything. */
interface Name {
  readonly name: string;
}

/** A text with names in it. */
export type Phrase = readonly (string | Name)[];

export const named = (name: string): Phrase => [{ name }];

/** A phrase as a template of texts and phrases. What is undefined is left out. */
export const say = (
  texts: TemplateStringsArray,
  ...values: readonly (Phrase | string | undefined)[]
): Phrase =>
  texts.flatMap((text, index) => {
    const value = values[index] ?? [];
    return [text, ...(typeof value === 'string' ? [value] : value)].filter((part) => part !== '');
  });

/** Without marks, for titles. */
export const plain = (phrase: Phrase): string =>
  phrase.map((part) => (typeof part === 'string' ? part : part.name)).join('');

/** What the sentence of an entry is made of. Everything but the actor and the target can be missing: older entries have fewer fields. */
export interface Story {
  readonly who: Phrase;
  readonly actor: Schemas['AuditActor']['type'];
  /** Whether the actor is the target. */
  readonly isOwn: boolean;
  readonly target: Phrase;
  /** As the trail has it: a user agent, for sessions. */
  readonly targetName: string;
  readonly workspace: Phrase | undefined;
  /** Of a field in `changes`, where it is a text or a number. */
  readonly before: (field: string) => string | undefined;
  readonly after: (field: string) => string | undefined;
  readonly isChanged: (field: string) => boolean;
  /** Of `metadata`, where it is a text or a number. */
  readonly fact: (name: string) => string | undefined;
  /** An operator of the installation did it. */
  readonly isByOperator: boolean;
  /** How many items a list in `metadata` has. */
  readonly count: (name: string) => number;
  /** The names of the items of a list in `metadata`, or their ids. */
  readonly names: (name: string) => readonly string[];
  /** A time in words. */
  readonly date: (iso: string | undefined) => string | undefined;
}
