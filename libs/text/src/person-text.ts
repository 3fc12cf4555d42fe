import { noForbiddenCharacters, removeInvisible, replaceForbiddenCharacters } from './characters.ts';
import { type Condition, type TextRule, violations } from './text-rule.ts';

/**
 * For the OpenAPI document: begins and ends with a visible character, and has no control characters. The rule itself is stricter:
 * it also refuses invisible characters, which no pattern can describe that ECMA-262, Python, Java and .NET read alike.
 */
export const personTextPattern =
  '^[^\\x00-\\x20\\x7f-\\xa0]([^\\x00-\\x1f\\x7f-\\x9f]*[^\\x00-\\x20\\x7f-\\xa0])?$';

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
