import { noForbiddenCharacters, replaceForbiddenCharacters } from './forbidden-characters.ts';
import { brokenBy, type Condition, type TextRule } from './text-rule.ts';

/** Text that a person typed: trimmed, then measured in Unicode code points; forbidden characters are refused. */
export interface PersonText extends TextRule {
  /**
   * Makes a text of another system obey the rule: forbidden characters and lone surrogates are replaced, and what
   * exceeds the bound is cut off. Undefined where less than the minimum is left.
   */
  fit(text: string): string | undefined;
}

function hasLength(text: string, min: number, max: number): boolean {
  // A code point takes at most two UTF-16 units: a longer text needs no counting.
  if (text.length > 2 * max) return false;
  const { length } = Array.from(text);
  return length >= min && length <= max;
}

export function personText(min: number, max: number): PersonText {
  const conditions: readonly Condition[] = [
    { message: `must have ${min} to ${max} characters`, holds: (text) => hasLength(text, min, max) },
    ...noForbiddenCharacters,
  ];
  const normalize = (text: string): string => text.trim();
  return {
    schema: { minLength: min, maxLength: max },
    normalize,
    problemsOf: (text) => brokenBy(text, conditions),
    fit(text) {
      const cleaned = normalize(replaceForbiddenCharacters(text.toWellFormed()));
      const cut = normalize(Array.from(cleaned).slice(0, max).join(''));
      return hasLength(cut, min, max) ? cut : undefined;
    },
  };
}
