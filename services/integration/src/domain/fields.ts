import { type FieldProblem, invalid } from '@patchbay/errors/failure';
import { maxProblems, pathOf } from '@patchbay/errors/field-problems';
import { personText } from '@patchbay/text/person-text';
import type { Values } from '../connector/credentials.ts';
import { type Field, maxLengths } from '../connector/provider.ts';

/** The properties of a field that validation needs. */
export type FieldRule = Omit<Field, 'label' | 'description'>;

type FieldValue = string | number | boolean;

/** A value, undefined for an empty field, or the problems of the entered value. */
type ReadValue = { readonly value: FieldValue | undefined } | { readonly problems: readonly string[] };

const problem = (text: string): ReadValue => ({ problems: [text] });

const matchesPattern = (pattern: string | undefined, text: string): boolean =>
  pattern === undefined || new RegExp(`^(?:${pattern})$`).test(text);

const patternProblem = (pattern: string | undefined): ReadValue => problem(`must match ${pattern}`);

function readText({ pattern, options, maxLength = maxLengths.secret }: FieldRule, given: unknown): ReadValue {
  if (typeof given !== 'string') return problem('must be a text');
  const entered = personText(1, maxLength);
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

/** Trims texts; an empty text counts as not entered. Nothing is converted: the text `7` is no number. */
function readValue(field: FieldRule, given: unknown): ReadValue {
  switch (field.type) {
    case 'integer':
      return readInteger(field, given);
    case 'boolean':
      return typeof given === 'boolean' ? { value: given } : problem('must be true or false');
    default:
      return readText(field, given);
  }
}

/** The default of a field, which the descriptor has as text, converted to the type of the field. */
function defaultOf({ type, default: text }: FieldRule): FieldValue | undefined {
  if (text === undefined) return undefined;
  if (type === 'integer') return Number(text);
  return type === 'boolean' ? text === 'true' : text;
}

const listed = (fields: readonly FieldRule[]): string => fields.map(({ name }) => name).join(' and ');

/**
 * Fields with a group are alternatives: exactly one group is filled in, with all its required fields, and no field of another
 * group. The path of the problem is empty, because it concerns the whole form.
 */
function groupProblems(fields: readonly FieldRule[], filled: ReadonlySet<string>): readonly FieldProblem[] {
  const groups = new Map<string, FieldRule[]>();
  for (const field of fields)
    if (field.group !== undefined) groups.set(field.group, [...(groups.get(field.group) ?? []), field]);
  if (groups.size === 0) return [];
  const begun = [...groups.values()].filter((group) => group.some(({ name }) => filled.has(name)));
  const [only, ...others] = begun;
  const whole = only !== undefined && only.every(({ name, required }) => !required || filled.has(name));
  if (whole && others.length === 0) return [];
  const choices = [...groups.values()].map(listed).join(', or ');
  return [{ path: '', message: `fill in one of these alternatives, and nothing of another: ${choices}` }];
}

/** Values of a request by name, not yet validated. */
export type Entered = Readonly<Record<string, unknown>>;

const isRequired = ({ required, group }: FieldRule): boolean => required && group === undefined;

/**
 * Validates entered values against the fields of a form. Throws one `invalid` failure with every problem. Unknown names beyond
 * `maxProblems` are dropped, because a request may have thousands of them. The path of a problem is the field name below
 * `parent`, or empty for a problem between groups.
 */
function readFields(fields: readonly FieldRule[], given: Entered, parent: readonly string[]): Values {
  const byName = new Map(fields.map((field) => [field.name, field]));
  const problems: FieldProblem[] = [];
  const values = new Map<string, FieldValue>();
  // Names with a valid or an invalid value: an invalid value is not reported as missing too.
  const filled = new Set<string>();
  for (const [name, value] of Object.entries(given)) {
    const path = pathOf([...parent, name]);
    const field = byName.get(name);
    if (field === undefined) {
      if (problems.length < maxProblems) problems.push({ path, message: 'is not a field of this provider' });
      continue;
    }
    const read = readValue(field, value);
    if ('problems' in read) {
      filled.add(name);
      problems.push(...read.problems.map((message) => ({ path, message })));
    } else if (read.value !== undefined) {
      filled.add(name);
      values.set(name, read.value);
    }
  }
  for (const { name } of fields.filter(isRequired))
    if (!filled.has(name)) problems.push({ path: pathOf([...parent, name]), message: 'is required' });
  problems.push(...groupProblems(fields, filled));
  if (problems.length > 0) throw invalid(...problems);
  return Object.fromEntries(values);
}

/** The settings of an integration; problems have paths such as `settings.region`. */
export const readSettings = (fields: readonly FieldRule[], given: Entered): Values =>
  readFields(fields, given, ['settings']);

/** The connect fields of a request; they are its whole body. */
export const readConnectFields = (fields: readonly FieldRule[], given: Entered): Values =>
  readFields(fields, given, []);

/** Adds the defaults of missing fields. */
export function withDefaults(fields: readonly FieldRule[], values: Values): Values {
  const defaults = fields.flatMap((field): [string, FieldValue][] => {
    const value = Object.hasOwn(values, field.name) ? undefined : defaultOf(field);
    return value === undefined ? [] : [[field.name, value]];
  });
  return { ...Object.fromEntries(defaults), ...values };
}
