import type { FieldProblem } from '@patchbay/errors/failure';
import type { FieldRule } from './field-value.ts';

/** The names of a group's fields, as a sentence lists them. */
const listed = (fields: readonly FieldRule[]): string => fields.map(({ name }) => name).join(' and ');

/**
 * Fields with a group are alternatives: exactly one group is filled in, with all its required fields, and nothing of another. The
 * path of the problem is empty, because it is one of the whole form. No problem where there are no groups.
 */
export function groupProblems(
  fields: readonly FieldRule[],
  filled: ReadonlySet<string>,
): readonly FieldProblem[] {
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
