import type { FieldProblem } from '@patchbay/errors/failure';
import { pathOf } from '@patchbay/errors/field-problems';
import type { z } from 'zod';
import { validationMessage } from './validation-message.ts';

const options = { error: validationMessage };

/** Unknown fields become one problem each; zod reports them as one issue of their parent. */
const fieldProblems = (issue: z.core.$ZodIssue): FieldProblem[] =>
  issue.code === 'unrecognized_keys'
    ? issue.keys.map((key) => ({ path: pathOf([...issue.path, key]), message: 'is not known' }))
    : [{ path: pathOf(issue.path), message: issue.message }];

/** The parsed value; undefined where it is invalid, with the reasons added to `problems`. */
export function check<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  problems: FieldProblem[],
): z.output<Schema> | undefined {
  const result = schema.safeParse(value, options);
  if (result.success) return result.data;
  problems.push(...result.error.issues.flatMap(fieldProblems));
  return undefined;
}
