import { type FieldProblem, invalid, notFound } from '@patchbay/errors/failure';
import type { z } from 'zod';
import type { Operation } from '../operations/operation.ts';
import { readBody } from './body.ts';
import type { Exchange } from './exchange.ts';
import { parseQuery } from './query.ts';
import { validationMessage } from './validation-message.ts';

const options = { error: validationMessage };

/** Unknown fields are named one by one, not as one problem of their parent. */
const fieldProblems = (issue: z.core.$ZodIssue): FieldProblem[] =>
  issue.code === 'unrecognized_keys'
    ? issue.keys.map((key) => ({ path: [...issue.path, key].join('.'), message: 'is not known' }))
    : [{ path: issue.path.join('.'), message: issue.message }];

/** The value as its schema reads it; what is wrong with it is added to `problems`. */
function check<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  problems: FieldProblem[],
): z.output<Schema> | undefined {
  const result = schema.safeParse(value, options);
  if (result.success) return result.data;
  problems.push(...result.error.issues.flatMap(fieldProblems));
  return undefined;
}

function checkQuery(exchange: Exchange, schema: z.ZodObject | undefined, problems: FieldProblem[]): void {
  if (schema === undefined && exchange.search === '') return;
  const { values, problems: repeated } = parseQuery(exchange.search);
  problems.push(...repeated);
  if (schema !== undefined) exchange.query = check(schema, values, problems) ?? {};
  else for (const path of Object.keys(values)) problems.push({ path, message: 'is not known' });
}

/** Replaces what was sent by what the operation's schemas make of it, or names everything that is wrong with it. */
export async function validate(exchange: Exchange, { params, query, body }: Operation): Promise<void> {
  if (params !== undefined) {
    const result = params.safeParse(exchange.params);
    if (!result.success) throw notFound('a path parameter is malformed');
    exchange.params = result.data;
  }
  const problems: FieldProblem[] = [];
  checkQuery(exchange, query, problems);
  if (body !== undefined) exchange.body = check(body, await readBody(exchange.request), problems);
  if (problems.length > 0) throw invalid(...problems);
}
