import { personText } from '@patchbay/text/person-text';

/** What is known of a field of a form; a provider's descriptor has these and more. */
export interface FieldRule {
  readonly name: string;
  readonly type: 'string' | 'secret' | 'integer' | 'boolean' | 'enum';
  /** For a field with a group: required if that group is filled in. */
  readonly required: boolean;
  /** A regular expression for the whole value, without flags. */
  readonly pattern?: string;
  readonly options?: readonly string[];
  readonly default?: string;
  /** Groups are alternatives: the fields of exactly one group are filled in. */
  readonly group?: string;
}

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
