import { noForbiddenCharacters, replaceForbiddenCharacters } from './forbidden-characters.ts';
import { type Condition, type TextRule, violations } from './text-rule.ts';

/** Text that a person typed: trimmed, length in Unicode code points, without forbidden characters. */
export interface PersonText extends TextRule {
  /**
   * Adapts a text of another system to the rule: replaces forbidden characters and lone surrogates, and cuts it off at the
   * maximum length. Undefined if the result is shorter than the minimum.
   */
  fit(text: string): string | undefined;
}

function hasLength(text: string, min: number, max: number): boolean {
  // A code point has at most two UTF-16 units, so a longer text is rejected without counting.
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
    problemsOf: (text) => violations(text, conditions),
    fit(text) {
      const cleaned = normalize(replaceForbiddenCharacters(text.toWellFormed()));
      const cut = normalize(Array.from(cleaned).slice(0, max).join(''));
      return hasLength(cut, min, max) ? cut : undefined;
    },
  };
}
