/** Writes src/generated/catalogue.ts: what the OpenAPI document of the gateway says of each operation, as far as commands need it. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Operation, Parameter, Tag } from './src/catalogue/operation.ts';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly const?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}
type Content = Readonly<
  Record<string, { readonly schema: Schema; readonly example?: Readonly<Record<string, unknown>> }>
>;
interface Documented {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly description?: string;
    readonly example?: unknown;
    readonly schema: Schema;
  }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

const file = new URL('../../services/gateway/openapi.json', import.meta.url);
const document = JSON.parse(readFileSync(file, 'utf8')) as {
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly tags: readonly {
    readonly name: string;
    readonly description: string;
    readonly 'x-displayName': string;
  }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Documented>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

function resolve(schema: Schema): Schema {
  const { $ref, ...rest } = schema;
  if ($ref === undefined) return schema;
  return { ...resolve(document.components.schemas[$ref.split('/').at(-1) ?? ''] ?? {}), ...rest };
}

/** The schema itself, or that which is not null of two. */
function withoutNull(schema: Schema): { schema: Schema; nullable: boolean } {
  const found = resolve(schema);
  const others = found.anyOf?.filter(({ type }) => type !== 'null');
  if (others?.length === 1 && others[0] !== undefined)
    return {
      schema: {
        ...resolve(others[0]),
        ...(found.description !== undefined && { description: found.description }),
      },
      nullable: true,
    };
  const nullable = Array.isArray(found.type) && found.type.includes('null');
  return { schema: found, nullable };
}

function parameter(
  name: string,
  given: Schema,
  required: boolean,
  description = given.description,
): Parameter {
  const { schema, nullable } = withoutNull(given);
  const type = [schema.type ?? 'string'].flat().find((one) => one !== 'null');
  const options = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  return {
    name,
    description: description ?? schema.description ?? '',
    type: type === 'array' ? 'list' : (type as Parameter['type']),
    required,
    ...(nullable && { nullable }),
    ...(options && { options }),
  };
}

/** The fields of a body; of alternatives those of all, of which only the common ones are required. */
function fieldsOf(given: Schema): Parameter[] {
  const schema = resolve(given);
  if (schema.oneOf === undefined)
    return Object.entries(schema.properties ?? {}).map(([name, field]) =>
      parameter(name, field, schema.required?.includes(name) ?? false),
    );
  const alternatives = schema.oneOf.map(fieldsOf);
  const names = new Set(alternatives.flat().map(({ name }) => name));
  return [...names].map((name) => {
    const found = alternatives.flatMap((fields) => fields.filter((field) => field.name === name));
    const options = [...new Set(found.flatMap((field) => field.options ?? []))];
    return {
      ...(found[0] as Parameter),
      required: found.length === alternatives.length && found.every(({ required }) => required),
      ...(options.length > 0 && { options }),
    };
  });
}

function credentialsOf({ security = document.security }: Documented): Operation['credentials'] {
  if (security.length === 0 || security.some((one) => Object.keys(one).length === 0)) return 'none';
  return security.some((one) => 'apiKey' in one) ? 'any' : 'session';
}

function describe(path: string, method: string, documented: Documented): Operation {
  const { operationId, tags, summary, description, parameters = [], requestBody, responses } = documented;
  const success = Object.keys(responses).find((status) => status < '400') ?? '200';
  const content = responses[success]?.content;
  const answer = resolve(
    content?.['application/json']?.schema ?? content?.['application/x-ndjson']?.schema ?? {},
  );
  const lists = Object.entries(answer.properties ?? {}).filter(([, { type }]) => type === 'array');
  const isList = /^list/.test(operationId);
  const [items, list] = (isList && lists[0]) || [];
  const of = (kind: string): Parameter[] =>
    parameters
      .filter((one) => one.in === kind)
      .map((one) => ({
        ...parameter(one.name, one.schema, one.required ?? false, one.description),
        ...(one.example !== undefined && { example: one.example }),
      }));
  const { schema: body, example } = requestBody?.content['application/json'] ?? {};
  const isFree = typeof (body && resolve(body))?.additionalProperties === 'object';
  const kind = path.includes('/relay/')
    ? 'relay'
    : success === '302'
      ? 'redirect'
      : content?.['application/x-ndjson']
        ? 'lines'
        : content === undefined
          ? 'none'
          : undefined;
  return {
    id: operationId,
    tag: tags[0] ?? '',
    method: method.toUpperCase(),
    path,
    summary,
    description,
    credentials: credentialsOf(documented),
    pathParameters: of('path'),
    queryParameters: of('query'),
    ...(body && {
      body: fieldsOf(body).map((field) => ({
        ...field,
        ...(example && field.name in example && { example: example[field.name] }),
      })),
    }),
    ...(isFree && { isFree }),
    ...(parameters.some(({ name }) => name === 'Idempotency-Key') && { creates: true }),
    ...(items !== undefined && { items }),
    ...(parameters.some(({ name }) => name === 'cursor') && { isPaged: true }),
    fields: Object.keys((list?.items ? resolve(list.items) : answer).properties ?? {}),
    ...(kind && { answer: kind }),
  };
}

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, documented]) => describe(path, method, documented)),
);
const tags = document.tags.map(
  ({ name, description, 'x-displayName': title }): Tag => ({ name, title, description }),
);
const folder = new URL('src/generated/', import.meta.url);
mkdirSync(folder, { recursive: true });
writeFileSync(
  new URL('catalogue.ts', folder),
  `import type { Operation, Tag } from '../catalogue/operation.ts';

export const catalogue: readonly Operation[] = ${JSON.stringify(operations, null, 1)};

export const tags: readonly Tag[] = ${JSON.stringify(tags, null, 1)};
`,
);
