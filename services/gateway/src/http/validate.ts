import { type FieldProblem, invalid, notFound } from '@patchbay/errors/failure';
import { z } from 'zod';
import type { Operation } from '../operation/operation.ts';
import { readBody } from './body.ts';
import type { Exchange } from './exchange.ts';
import { checkIdempotencyKey } from './idempotency.ts';
import { parseQuery } from './query.ts';
import { validationMessage } from './validation-message.ts';

const options = { error: validationMessage };

const nothing = z.strictObject({});
/** Where an operation takes no body; some clients send an object without fields instead of none. */
const noBody = nothing.optional();

/** Named at most: beyond it nobody reads on, and an answer must not outgrow its request by much. */
const maxProblems = 100;

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

function checkQuery(exchange: Exchange, schema: z.ZodObject, problems: FieldProblem[]): void {
  if (schema === nothing && exchange.search === '') return;
  const { values, repeated } = parseQuery(exchange.search);
  // Those that the schema does not know are its own to refuse, or to ignore.
  for (const path of repeated) {
    if (Object.hasOwn(schema.shape, path)) problems.push({ path, message: 'must be given once' });
  }
  exchange.query = check(schema, values, problems) ?? {};
}

/** Replaces what was sent by what the operation's schemas make of it, or names everything that is wrong with it. */
export async function validate(exchange: Exchange, operation: Operation): Promise<void> {
  const { method, params, query, body } = operation;
  if (params !== undefined) {
    const result = params.safeParse(exchange.params);
    if (!result.success) throw notFound('a path parameter is malformed');
    exchange.params = result.data;
  }
  const problems: FieldProblem[] = [];
  checkQuery(exchange, query ?? nothing, problems);
  checkIdempotencyKey(exchange, operation, problems);
  if (body !== undefined) exchange.body = check(body, await readBody(exchange.request), problems);
  else if (method !== 'GET') check(noBody, await readBody(exchange.request), problems);
  if (problems.length > 0) throw invalid(...problems.slice(0, maxProblems));
}
