import { type FieldProblem, invalid, notFound } from '@patchbay/errors/failure';
import { z } from 'zod';
import { ignoreBody, readBody, type TakesBody } from './body.ts';
import { check } from './check.ts';
import { type Creating, checkIdempotencyKey } from './idempotency.ts';
import type { Identified, Validated } from './stages.ts';
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

function checkQuery(search: string, schema: z.ZodObject, problems: FieldProblem[]): Validated['query'] {
  if (schema === emptyObject && search === '') return {};
  const { values, repeated } = parseQuery(search);
  // Names that the schema does not have are left to it: a strict one refuses them, others ignore them.
  for (const path of repeated) {
    if (Object.hasOwn(schema.shape, path)) problems.push({ path, message: 'must be given once' });
  }
  return check(schema, values, problems) ?? {};
}

function checkParams(
  sent: Identified['params'],
  { params, malformedParams = 'not_found' }: InputSchemas,
): Validated['params'] {
  if (params === undefined) return sent;
  const problems: FieldProblem[] = [];
  const parsed = check(params, sent, problems);
  if (parsed === undefined) {
    throw malformedParams === 'invalid' ? invalid(...problems) : notFound('a path parameter is malformed');
  }
  return parsed;
}

/**
 * Parses params, query and body by the operation's schemas; throws a 400 with the problems of query, header and body. Of a relayed
 * request the query is left to the provider, and the body is read later, as it is.
 */
export async function validate(identified: Identified, operation: InputSchemas): Promise<Validated> {
  const { exchange } = identified;
  const { method, query: schema, body } = operation;
  const params = checkParams(identified.params, operation);
  if (isRelay(operation)) return { ...identified, params, query: {}, body: undefined };
  const problems: FieldProblem[] = [];
  const query = checkQuery(exchange.search, schema ?? emptyObject, problems);
  checkIdempotencyKey(exchange, operation, problems);
  let parsed: unknown;
  if (method === 'GET') await ignoreBody(exchange);
  else parsed = check(body ?? noBody, await readBody(exchange, operation), problems);
  if (problems.length > 0) throw invalid(...problems);
  return { ...identified, params, query, body: body && parsed };
}
