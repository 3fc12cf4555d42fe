import { type FieldProblem, invalid, notFound } from '@patchbay/errors/failure';
import { z } from 'zod';
import { ignoreBody, readBody, type TakesBody } from './body.ts';
import { check } from './check.ts';
import type { Exchange } from './exchange.ts';
import { type Creating, checkIdempotencyKey } from './idempotency.ts';
import { isRelay, type Streaming } from './streaming.ts';

const emptyObject = z.strictObject({});
/** For operations without a body; an empty object is accepted, because some clients always send one. */
const noBody = emptyObject.optional();

/** The schemas of an operation. */
export interface InputSchemas extends Creating, TakesBody {
  readonly answer: Creating['answer'] & { readonly stream?: Streaming };
  readonly params?: z.ZodObject;
  readonly malformedParams?: 'invalid' | 'not_found';
  readonly query?: z.ZodObject;
}

interface ParsedQuery {
  readonly values: Readonly<Record<string, string>>;
  /** Names given more than once; `values` has the last value. */
  readonly repeated: ReadonlySet<string>;
}

function parseQuery(search: string): ParsedQuery {
  const values = new Map<string, string>();
  const repeated = new Set<string>();
  for (const [name, value] of new URLSearchParams(search)) {
    if (values.has(name)) repeated.add(name);
    values.set(name, value);
  }
  return { values: Object.fromEntries(values), repeated };
}

function checkQuery(exchange: Exchange, schema: z.ZodObject, problems: FieldProblem[]): void {
  if (schema === emptyObject && exchange.search === '') return;
  const { values, repeated } = parseQuery(exchange.search);
  // Names that the schema does not have are left to it: a strict one refuses them, others ignore them.
  for (const path of repeated) {
    if (Object.hasOwn(schema.shape, path)) problems.push({ path, message: 'must be given once' });
  }
  exchange.query = check(schema, values, problems) ?? {};
}

function checkParams(exchange: Exchange, { params, malformedParams = 'not_found' }: InputSchemas): void {
  if (params === undefined) return;
  const problems: FieldProblem[] = [];
  const parsed = check(params, exchange.params, problems);
  if (parsed === undefined) {
    throw malformedParams === 'invalid' ? invalid(...problems) : notFound('a path parameter is malformed');
  }
  exchange.params = parsed;
}

/**
 * Parses params, query and body by the operation's schemas; throws a 400 with the problems of query, header and body. Of a relayed
 * request the query is left to the provider, and the body is read later, as it is.
 */
export async function validate(exchange: Exchange, operation: InputSchemas): Promise<void> {
  const { method, query, body } = operation;
  checkParams(exchange, operation);
  if (isRelay(operation)) return;
  const problems: FieldProblem[] = [];
  checkQuery(exchange, query ?? emptyObject, problems);
  checkIdempotencyKey(exchange, operation, problems);
  if (method === 'GET') await ignoreBody(exchange);
  else if (body === undefined) check(noBody, await readBody(exchange, operation), problems);
  else exchange.body = check(body, await readBody(exchange, operation), problems);
  if (problems.length > 0) throw invalid(...problems);
}
