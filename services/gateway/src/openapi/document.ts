import { z } from 'zod';
import type { Credentials } from '../operation/caller.ts';
import { limitsOf } from '../operation/limits.ts';
import { creates, type Operation } from '../operation/operation.ts';
import { apiVersion } from './api-version.ts';
import { failuresOf } from './failures.ts';
import { idempotencyKeyParameter, replayedHeader } from './idempotency.ts';
import { acceptedKeys, retirementHeaders } from './keys.ts';
import { problemReferences, problemResponses } from './problems.ts';
import { createSchemas, type Json, type Schemas } from './schemas.ts';

const description = `Organizations, workspaces, API keys, an audit trail and connections to advertising systems.

Errors are RFC 9457 problems. Every answer carries \`x-request-id\` and \`traceparent\`; limited ones carry \`RateLimit-Policy\`
and \`RateLimit\`. The session cookie is accepted wherever the bearer is. Answers to an API key that was rotated
and still works carry \`Deprecation\` and \`Sunset\`, problems too.`;

/** Undefined: the document's default, bearer or API key, applies. */
const security: Record<Credentials, readonly Json[] | undefined> = {
  none: [],
  session: [{ sessionCookie: [] }, { bearer: [] }],
  'session or key': undefined,
};

const securitySchemes = (cookieName: string): Json => ({
  sessionCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: cookieName,
    description: 'Set by the sign-in routes, for browsers. Unsafe methods need a trusted `Origin`.',
  },
  bearer: { type: 'http', scheme: 'bearer', description: 'The same session, for the CLI and scripts.' },
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-key',
    description: 'A key bound to one organization, for automation.',
  },
});

/** Whether the schema has a default or is optional; `exactOptional` accepts that a value is missing, but not undefined. */
const mayBeLeftOut = (schema: z.ZodType): boolean => z.object({ value: schema }).safeParse({}).success;

const parametersIn = (
  place: 'path' | 'query',
  schema: z.ZodObject | undefined,
  examples: Json = {},
  schemas: Schemas,
): Json[] =>
  Object.entries(schema?.shape ?? {}).map(([name, field]) => {
    const { description: about, ...rest } = schemas.sent(field as z.ZodType);
    return {
      name,
      in: place,
      required: place === 'path' || !mayBeLeftOut(field as z.ZodType),
      ...(about !== undefined && { description: about }),
      schema: rest,
      ...(examples[name] !== undefined && { example: examples[name] }),
    };
  });

const headersOf = (headers: Readonly<Record<string, string>>): Json =>
  Object.fromEntries(
    Object.entries(headers).map(([name, about]) => [
      name,
      { description: about, schema: { type: 'string' } },
    ]),
  );

const mediaTypeOf = ({ stream }: Operation['answer']): string =>
  stream === 'ndjson' ? 'application/x-ndjson' : 'application/json';

/** OpenAPI 3.1 cannot declare that a schema describes one line: the description says so. */
const answerDescriptionOf = ({ description: about, stream }: Operation['answer']): string =>
  stream === 'ndjson'
    ? `${about}. One JSON document per line, each of this schema, streamed; compressed where \`Accept-Encoding\` prefers \`gzip\`. A connection that ends without the last chunk means that lines are missing.`
    : about;

/** The description of an operation with its key levels and limits. */
function operationDescriptionOf(operation: Operation): string {
  const { description: about, keyLevels } = operation;
  const limits = limitsOf(operation).map(({ name }) => `\`${name}\``);
  return [
    about,
    ...(keyLevels === undefined ? [] : [acceptedKeys(keyLevels)]),
    ...(limits.length === 0 ? [] : [`Limited by ${limits.join(', ')}.`]),
  ].join('\n\n');
}

function describe(operation: Operation, schemas: Schemas): Json {
  const { id, group, summary, credentials, params, query, body, examples, answer } = operation;
  const parameters = [
    ...parametersIn('path', params, examples?.params, schemas),
    ...parametersIn('query', query, examples?.query, schemas),
    ...(creates(operation) ? [idempotencyKeyParameter] : []),
  ];
  const headers = {
    ...(credentials === 'session or key' && retirementHeaders),
    ...(answer.status === 302 && { Location: 'Where the browser goes next.' }),
    ...(answer.stream === 'ndjson' && { 'Content-Encoding': '`gzip`, or left out.' }),
    ...(answer.fileName && { 'Content-Disposition': 'The name under which browsers save it.' }),
    ...(creates(operation) && replayedHeader),
    ...answer.headers,
  };
  return {
    operationId: id,
    tags: [group],
    summary,
    description: operationDescriptionOf(operation),
    ...(security[credentials] && { security: security[credentials] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: !mayBeLeftOut(body),
        content: { 'application/json': { schema: schemas.sent(body), example: examples?.body } },
      },
    }),
    responses: {
      [answer.status]: {
        description: answerDescriptionOf(answer),
        ...(Object.keys(headers).length > 0 && { headers: headersOf(headers) }),
        ...(answer.schema && {
          content: {
            [mediaTypeOf(answer)]: { schema: schemas.received(answer.schema), example: answer.example },
          },
        }),
      },
      ...problemReferences(failuresOf(operation)),
    },
  };
}

export interface DocumentOptions {
  readonly publicUrl: string;
  readonly cookieName: string;
}

/** The OpenAPI 3.1 description of these operations. */
export function createDocument(
  operations: readonly Operation[],
  { publicUrl, cookieName }: DocumentOptions,
): Json {
  const schemas = createSchemas();
  const paths: Record<string, Record<string, Json>> = {};
  for (const operation of operations) {
    const path = (paths[operation.path] ??= {});
    path[operation.method.toLowerCase()] = describe(operation, schemas);
  }
  const responses = problemResponses(operations.map(failuresOf), schemas);
  return {
    openapi: '3.1.1',
    info: { title: 'Patchbay API', version: apiVersion, description },
    servers: [{ url: publicUrl }],
    security: [{ bearer: [] }, { apiKey: [] }],
    tags: [...new Set(operations.map(({ group }) => group))].map((name) => ({ name })),
    paths,
    components: { schemas: schemas.components, responses, securitySchemes: securitySchemes(cookieName) },
  };
}
