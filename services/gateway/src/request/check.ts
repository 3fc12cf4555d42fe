import type { FieldProblem } from '@patchbay/errors/failure';
import { pathOf } from '@patchbay/errors/field-problems';
import type { z } from 'zod';

const kinds: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
};

const formats: Readonly<Record<string, string>> = {
  email: 'must be an email address',
  datetime: 'must be an ISO 8601 timestamp',
  url: 'must be an address',
  uuid: 'must be a UUID',
};

/** The message of an issue whose schema defines none, to be read after the field's name: "name is required". */
export function validationMessage(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is required' : `must be ${kinds[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return issue.input === undefined ? 'is required' : `must be one of ${issue.values.join(', ')}`;
    case 'invalid_union': {
      if (issue.discriminator === undefined) return undefined;
      const { [issue.discriminator]: given } = issue.input as Readonly<Record<string, unknown>>;
      const options = 'options' in issue ? (issue.options as readonly unknown[]) : [];
      return given === undefined ? 'is required' : `must be one of ${options.join(', ')}`;
    }
    case 'invalid_format':
      return formats[issue.format] ?? 'has the wrong format';
    case 'too_small':
      return `must be at least ${issue.minimum}${issue.origin === 'string' ? ' characters long' : ''}`;
    case 'too_big':
      return `must be at most ${issue.maximum}${issue.origin === 'string' ? ' characters long' : ''}`;
    default:
      return undefined;
  }
}

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
