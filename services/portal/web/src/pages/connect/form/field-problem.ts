import type { ProviderField } from './fields.ts';

/** What is wrong with a value; the words stand in `words`. `signs`: a pattern that allows visible ASCII only. */
export type ValueProblem = 'missing' | 'tooLong' | 'notWhole' | 'signs' | 'pattern';

/** Characters that a value may have at most, as integration counts them. */
const maxLength = 4_096;

/** The pattern of values that are sent in a header. */
const visibleAscii = '^[\\x21-\\x7e]+$';

/** As integration matches it: the whole value. */
const matches = (pattern: string, text: string): boolean => new RegExp(`^(?:${pattern})$`).test(text);

/** Checks a value by the rules that the server checks it by; undefined where it is good. */
export function problemWith(
  { type, required, pattern }: ProviderField,
  value: string | boolean | undefined,
): ValueProblem | undefined {
  if (typeof value === 'boolean') return undefined;
  const text = (value ?? '').trim();
  if (text === '') return required ? 'missing' : undefined;
  if (Array.from(text).length > maxLength) return 'tooLong';
  if (type === 'integer' && !(/^-?\d+$/.test(text) && Number.isSafeInteger(Number(text)))) return 'notWhole';
  if (pattern === undefined || matches(pattern, text)) return undefined;
  return pattern === visibleAscii ? 'signs' : 'pattern';
}

/**
 * What to say before the form is sent: nothing about what is missing, and that the whole does not match only once the person has
 * left the field. What is wrong with the signs that are there already, more of them cannot mend.
 */
export function earlyProblemWith(
  field: ProviderField,
  value: string | boolean | undefined,
  { left }: { readonly left: boolean },
): ValueProblem | undefined {
  const problem = problemWith(field, value);
  return problem === 'missing' || (problem === 'pattern' && !left) ? undefined : problem;
}
