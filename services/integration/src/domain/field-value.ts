import { personText } from '@patchbay/text/person-text';
import type { Field } from '../connector/descriptor.ts';

/** What decides whether a value is good. */
export type FieldRule = Omit<Field, 'label' | 'description'>;

export type FieldValue = string | number | boolean;

/** A value, nothing (the field was left empty), or what is wrong with what was entered. */
export type ReadValue = { readonly value: FieldValue | undefined } | { readonly problems: readonly string[] };

const problem = (text: string): ReadValue => ({ problems: [text] });

/** Characters (code points) of a text that is entered into a field. */
const entered = personText(1, 4_096);

const matchesPattern = (pattern: string | undefined, text: string): boolean =>
  pattern === undefined || new RegExp(`^(?:${pattern})$`).test(text);

const patternProblem = (pattern: string | undefined): ReadValue => problem(`must match ${pattern}`);

function readText({ pattern, options }: FieldRule, given: unknown): ReadValue {
  if (typeof given !== 'string') return problem('must be a text');
  const text = entered.normalize(given);
  if (text === '') return { value: undefined };
  const problems = entered.problemsOf(text);
  if (problems.length > 0) return { problems };
  if (options !== undefined && !options.includes(text))
    return problem(`must be one of ${options.join(', ')}`);
  return matchesPattern(pattern, text) ? { value: text } : patternProblem(pattern);
}

function readInteger({ pattern }: FieldRule, given: unknown): ReadValue {
  if (typeof given !== 'number' || !Number.isSafeInteger(given)) return problem('must be a whole number');
  return matchesPattern(pattern, String(given)) ? { value: given } : patternProblem(pattern);
}

/** Texts are trimmed; an empty one counts as not entered, as in a form. Nothing is converted: the text `7` is no number. */
export function readValue(field: FieldRule, given: unknown): ReadValue {
  switch (field.type) {
    case 'integer':
      return readInteger(field, given);
    case 'boolean':
      return typeof given === 'boolean' ? { value: given } : problem('must be true or false');
    default:
      return readText(field, given);
  }
}

/** A default of the descriptor, which is written as text, as a value of the field's type. */
export function defaultOf({ type, default: text }: FieldRule): FieldValue | undefined {
  if (text === undefined) return undefined;
  if (type === 'integer') return Number(text);
  return type === 'boolean' ? text === 'true' : text;
}
