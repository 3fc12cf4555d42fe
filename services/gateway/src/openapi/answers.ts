import { limitsOf } from '../limits/limit.ts';
import type { Link, Operation } from '../operation/operation.ts';
import { creates } from '../request/idempotency.ts';
import { isRelay } from '../request/streaming.ts';
import {
  always,
  describedHeaders,
  type HeaderName,
  headerReferences,
  whereKeysAreAccepted,
  whereLimited,
} from './headers.ts';
import type { Json, Schemas } from './schemas.ts';

const parameterNames = ({ params }: Operation): string[] => Object.keys(params?.shape ?? {});

function linkOf(target: Operation, values: Link): Json {
  const parameters = parameterNames(target).map((name) => {
    const pointer = values[name];
    return [name, pointer === undefined ? `$request.path.${name}` : `$response.body#${pointer}`];
  });
  return {
    operationId: target.id,
    description: target.summary,
    parameters: Object.fromEntries(parameters) as Json,
  };
}

/** The links of an operation's answer, by the ids of the operations that they lead to. */
function linksOf({ id, answer }: Operation, operations: readonly Operation[]): Json {
  const links = Object.entries(answer.links ?? {}).map(([targetId, values]) => {
    const target = operations.find((operation) => operation.id === targetId);
    if (target === undefined) throw new Error(`${id} links to ${targetId}, which does not exist`);
    return [targetId, linkOf(target, values)];
  });
  return Object.fromEntries(links) as Json;
}

function* headersOf(operation: Operation): Iterable<HeaderName> {
  const { credentials, answer } = operation;
  yield* always;
  if (credentials !== 'none' || limitsOf(operation).length > 0) yield* whereLimited;
  if (credentials === 'session or key') yield* whereKeysAreAccepted;
  if (creates(operation)) yield 'IdempotencyReplayed';
  if (answer.status === 302) yield 'Location';
  if (answer.isAsset) yield 'ETag';
}

const describedBy = ({ answer }: Operation): Readonly<Record<string, string>> => ({
  ...(answer.stream === 'ndjson' && { 'Content-Encoding': '`gzip`, or left out.' }),
  ...(answer.fileName && { 'Content-Disposition': 'The name under which browsers save it.' }),
  ...answer.headers,
});

const descriptionOf = ({ description, stream }: Operation['answer'], schema: Json | undefined): string =>
  stream === 'ndjson'
    ? `${description}. One JSON document per line, each of the schema \`${String(schema?.['$ref']).split('/').at(-1)}\`, streamed; compressed where \`Accept-Encoding\` prefers \`gzip\`. A connection that ends without the last chunk means that lines are missing.`
    : description;

/**
 * OpenAPI 3.1 cannot declare that a schema describes one line, and a generated client would parse the whole answer as one such
 * document. So lines are one text, and an extension refers to the schema of each: as a text, as in `discriminator.mapping`, because
 * linters refuse `$ref` in extensions.
 */
function contentOf({ stream, example }: Operation['answer'], schema: Json): Json {
  if (stream === 'relay') return { '*/*': { schema, example } };
  if (stream !== 'ndjson') return { 'application/json': { schema, example } };
  return {
    'application/x-ndjson': {
      schema: { type: 'string' },
      'x-patchbay-line-schema': schema['$ref'],
      example: `${JSON.stringify(example)}\n`,
    },
  };
}

/** The answers of an operation that are no failures, by status. */
export function answersOf(operation: Operation, operations: readonly Operation[], schemas: Schemas): Json {
  const { answer } = operation;
  const links = linksOf(operation, operations);
  const schema = answer.schema && schemas.received(answer.schema);
  const success = {
    description: descriptionOf(answer, schema),
    headers: {
      ...headerReferences([...headersOf(operation)]),
      ...describedHeaders(describedBy(operation)),
    },
    ...(schema && { content: contentOf(answer, schema) }),
    ...(Object.keys(links).length > 0 && { links }),
  };
  return {
    [answer.status]: success,
    ...(isRelay(operation) && {
      default: { ...success, description: `${answer.description}, with any status` },
    }),
    ...(answer.isAsset && {
      304: {
        description: 'Not changed since the version that `If-None-Match` names',
        headers: headerReferences([...always, 'ETag']),
      },
    }),
  };
}
