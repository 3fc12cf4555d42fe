/** Writes src/generated/catalogue.ts: what the OpenAPI document of the gateway says of each operation, as far as commands need it. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Assistant, Operation, Parameter, Tag } from './src/catalogue/operation.ts';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly const?: string;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly discriminator?: { readonly propertyName: string };
}
type Values = Readonly<Record<string, unknown>>;
type Content = Readonly<Record<string, { readonly schema: Schema; readonly example?: Values }>>;
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
    readonly example?: unknown;
  }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
  readonly 'x-patchbay-assistant'?: Assistant | { readonly never: string };
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

/** Resolves a schema. Of a union with null, the other part. */
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
    ...(schema.maximum !== undefined && { maximum: schema.maximum }),
  };
}

/** The fields of a body. Alternatives are merged: a field that only some of them require is required for their values of the discriminator. */
function fieldsOf(given: Schema): Parameter[] {
  const schema = resolve(given);
  if (schema.oneOf === undefined)
    return Object.entries(schema.properties ?? {}).map(([name, field]) =>
      parameter(name, field, schema.required?.includes(name) ?? false),
    );
  const alternatives = schema.oneOf.map(fieldsOf);
  const discriminator = schema.discriminator?.propertyName;
  const names = new Set(alternatives.flat().map(({ name }) => name));
  return [...names].map((name) => {
    const found = alternatives.flatMap((fields) => fields.filter((field) => field.name === name));
    const options = [...new Set(found.flatMap((field) => field.options ?? []))];
    const demanding = alternatives.filter((fields) =>
      fields.some((field) => field.name === name && field.required),
    );
    const required = demanding.length === alternatives.length;
    const values = demanding.flatMap(
      (fields) => fields.find((field) => field.name === discriminator)?.options ?? [],
    );
    return {
      ...found[0],
      required,
      ...(!required &&
        discriminator !== undefined &&
        values.length > 0 && { requiredWhen: { field: discriminator, values } }),
      ...(options.length > 0 && { options }),
    };
  });
}

function credentialsOf({ security = document.security }: Documented): Operation['credentials'] {
  if (security.length === 0 || security.some((one) => Object.keys(one).length === 0)) return 'none';
  return security.some((one) => 'apiKey' in one) ? 'any' : 'session';
}

/** The name of the first item of an example. */
function nameIn([first]: readonly Values[]): string | undefined {
  const named = (first?.['apiKey'] ?? first ?? {}) as Values;
  const name = named['email'] ?? named['name'] ?? named['description'] ?? named['id'];
  return typeof name === 'string' ? name : undefined;
}

function describe(path: string, method: string, documented: Documented): Operation {
  const { operationId, tags, summary, description, parameters = [], requestBody, responses } = documented;
  const { 'x-patchbay-assistant': assistant } = documented;
  const success = Object.keys(responses).find((status) => status < '400') ?? '200';
  const content = responses[success]?.content;
  const answer = resolve(
    content?.['application/json']?.schema ?? content?.['application/x-ndjson']?.schema ?? {},
  );
  const lists = Object.entries(answer.properties ?? {}).filter(([, { type }]) => type === 'array');
  const isList = operationId.startsWith('list');
  const [items, list] = (isList && lists[0]) || [];
  const example = nameIn((content?.['application/json']?.example?.[items ?? ''] ?? []) as Values[]);
  const of = (kind: string): Parameter[] =>
    parameters
      .filter((one) => one.in === kind)
      .map((one) => ({
        ...parameter(one.name, one.schema, one.required ?? false, one.description),
        ...(kind === 'path' && { example: one.example }),
      }));
  const { schema: body, example: bodyExample } = requestBody?.content['application/json'] ?? {};
  const withExample = (field: Parameter): Parameter => ({ ...field, example: bodyExample?.[field.name] });
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
    ...(body && { body: fieldsOf(body).map(withExample) }),
    ...(isFree && { isFree }),
    ...(parameters.some(({ name }) => name === 'Idempotency-Key') && { creates: true }),
    ...(items !== undefined && { items }),
    ...(parameters.some(({ name }) => name === 'cursor') && { isPaged: true }),
    fields: Object.keys((list?.items ? resolve(list.items) : answer).properties ?? {}),
    ...(items !== undefined && example !== undefined && { example }),
    ...(kind && { answer: kind }),
    ...(typeof answer.additionalProperties === 'object' && { isDocument: true }),
    ...(assistant !== undefined && !('never' in assistant) && { assistant }),
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
