import type { Condition } from './text-rule.ts';

/** Control characters corrupt logs and terminals, and Postgres cannot store NUL. */
const control = /\p{Cc}/u;

export const noControlCharacters: Condition = {
  message: 'must not contain control characters',
  holds: (text) => !control.test(text),
};

/** The conditions on characters for all text that people type. */
export const noForbiddenCharacters: readonly Condition[] = [noControlCharacters];

const forbidden = new RegExp(control, 'gu');

/** Replaces each with a space, for text from other systems, which cannot be rejected with an error to its author. */
export const replaceForbiddenCharacters = (text: string): string => text.replaceAll(forbidden, ' ');
