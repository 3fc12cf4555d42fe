import type { Condition } from './text-rule.ts';

/** `\p{Cc}`: they break lines, logs and terminals, and Postgres stores no NUL. */
const control = /\p{Cc}/u;

export const noControlCharacters: Condition = {
  message: 'must not contain control characters',
  holds: (text) => !control.test(text),
};

/** What text that people type must not hold. */
export const noForbiddenCharacters: readonly Condition[] = [noControlCharacters];

const forbidden = new RegExp(control, 'gu');

/** Puts a space in the place of each, for text that another system wrote and nobody here can correct. */
export const replaceForbiddenCharacters = (text: string): string => text.replaceAll(forbidden, ' ');
