import { type FieldProblem, invalid } from '@patchbay/errors/failure';
import { maxProblems, pathOf } from '@patchbay/errors/field-problems';
import type { Values } from '../connector/credentials.ts';
import { groupProblems } from './field-groups.ts';
import { defaultOf, type FieldRule, type FieldValue, readValue } from './field-value.ts';

/** Values by name, as they came in a request. */
export type Entered = Readonly<Record<string, unknown>>;

const isRequired = ({ required, group }: FieldRule): boolean => required && group === undefined;

/**
 * Checks what was entered against the fields of a form. Throws one `invalid` failure with every problem, except unknown names
 * beyond as many problems as an answer has: a request may have thousands of them. The path of a problem is the name of the field
 * below `parent`, or empty for one between groups of fields.
 */
function readFields(fields: readonly FieldRule[], given: Entered, parent: readonly string[]): Values {
  const byName = new Map(fields.map((field) => [field.name, field]));
  const problems: FieldProblem[] = [];
  const values = new Map<string, FieldValue>();
  // Filled in, rightly or not: one that is wrong is not reported as missing too.
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

/** The connect fields of a request whose body they are. */
export const readConnectFields = (fields: readonly FieldRule[], given: Entered): Values =>
  readFields(fields, given, []);

/** Adds the default of each field that was left out and has one. */
export function withDefaults(fields: readonly FieldRule[], values: Values): Values {
  const defaults = fields.flatMap((field): [string, FieldValue][] => {
    const value = Object.hasOwn(values, field.name) ? undefined : defaultOf(field);
    return value === undefined ? [] : [[field.name, value]];
  });
  return { ...Object.fromEntries(defaults), ...values };
}
