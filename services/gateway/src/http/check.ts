import type { FieldProblem } from '@patchbay/errors/failure';
import type { z } from 'zod';
import { validationMessage } from './validation-message.ts';

/** Problems in one answer, and characters of a path in it: an answer must not be much larger than the request. */
export const maxProblems = 100;
const maxPath = 200;

const options = { error: validationMessage };

/** Names in a path are the client's own where it sent unknown fields: a path is truncated, never within a character. */
const pathOf = (path: readonly PropertyKey[]): string => {
  const joined = path.join('.');
  return joined.length <= maxPath ? joined : `${joined.slice(0, maxPath).toWellFormed()}…`;
};

/** Unknown fields become one problem each; zod reports them as one issue of their parent. */
const fieldProblems = (issue: z.core.$ZodIssue): FieldProblem[] =>
  issue.code === 'unrecognized_keys'
    ? issue.keys
        .slice(0, maxProblems)
        .map((key) => ({ path: pathOf([...issue.path, key]), message: 'is not known' }))
    : [{ path: pathOf(issue.path), message: issue.message }];

/** The parsed value; undefined where it is invalid, with the first reasons added to `problems`. */
export function check<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  problems: FieldProblem[],
): z.output<Schema> | undefined {
  const result = schema.safeParse(value, options);
  if (result.success) return result.data;
  problems.push(...result.error.issues.slice(0, maxProblems).flatMap(fieldProblems));
  return undefined;
}
