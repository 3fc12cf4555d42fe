import { removeInvisible } from './invisible-characters.ts';
import type { Condition } from './text-rule.ts';

/** Control characters and line separators corrupt logs and terminals, and Postgres cannot store NUL. */
const control = /[\p{Cc}\p{Zl}\p{Zp}]/u;

export const noControlCharacters: Condition = {
  message: 'must not contain control characters',
  holds: (text) => !control.test(text),
};

const noInvisibleCharacters: Condition = {
  message: 'must not contain invisible characters',
  holds: (text) => removeInvisible(text) === text,
};

/** The conditions on characters for all text that people type. */
export const noForbiddenCharacters: readonly Condition[] = [noControlCharacters, noInvisibleCharacters];

const controls = new RegExp(control, 'gu');

/**
 * Replaces control characters with spaces and removes invisible ones, for text that cannot be rejected with an error to its
 * author: names from other systems, and names that were stored before there was this rule.
 */
export const replaceForbiddenCharacters = (text: string): string =>
  removeInvisible(text.replaceAll(controls, ' '));
