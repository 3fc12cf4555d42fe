import { noForbiddenCharacters, replaceForbiddenCharacters } from './forbidden-characters.ts';
import { removeInvisible } from './invisible-characters.ts';
import { personTextPattern } from './published-patterns.ts';
import { type Condition, type TextRule, violations } from './text-rule.ts';

/** Text that a person typed: trimmed, length in Unicode code points, without forbidden characters. */
export interface PersonText extends TextRule {
  /**
   * Adapts a text of another system to the rule: replaces or removes forbidden characters and lone surrogates, and cuts it
   * off at the maximum length. Undefined if the result is shorter than the minimum.
   */
  fit(text: string): string | undefined;
}

function hasLength(text: string, min: number, max: number): boolean {
  const { length } = Array.from(text);
  return length >= min && length <= max;
}

export function personText(min: number, max: number): PersonText {
  const length: Condition = {
    message: `must have ${min} to ${max} characters`,
    holds: (text) => hasLength(text, min, max),
  };
  const conditions: readonly Condition[] = [length, ...noForbiddenCharacters];
  const normalize = (text: string): string => text.trim();
  return {
    schema: { minLength: min, maxLength: max, pattern: personTextPattern },
    normalize,
    // A code point has at most two UTF-16 units: a longer text is refused before anything reads it.
    problemsOf: (text) => (text.length > 2 * max ? [length.message] : violations(text, conditions)),
    fit(text) {
      const cleaned = normalize(replaceForbiddenCharacters(text.toWellFormed()));
      // A cut within a sequence of emoji leaves a joiner without its second half.
      const cut = normalize(removeInvisible(Array.from(cleaned).slice(0, max).join('')));
      return hasLength(cut, min, max) ? cut : undefined;
    },
  };
}
