/**
 * Writes src/generated from the OpenAPI document that the gateway serves: `schema.ts` has the types of the API, `operations.ts` what the
 * client has to know of each operation to call it.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import openapiTypes, { astToString } from 'openapi-typescript';

interface Content {
  readonly schema: { readonly $ref?: string };
}
interface Documented {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Content>> }>>;
}
interface Reference {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Documented>>>>;
  readonly components: {
    readonly schemas: Readonly<
      Record<string, { readonly properties?: Readonly<Record<string, { readonly type?: unknown }>> }>
    >;
  };
}

const document = new URL('../../services/gateway/openapi.json', import.meta.url);
const folder = new URL('src/generated/', import.meta.url);
const { paths, components } = JSON.parse(readFileSync(document, 'utf8')) as Reference;

/** The name of the list in the pages that an operation answers. */
function itemsOf({ parameters = [], responses }: Documented): string | undefined {
  if (!parameters.some(({ name }) => name === 'cursor')) return undefined;
  const reference = responses['200']?.content?.['application/json']?.schema.$ref ?? '';
  const { properties = {} } = components.schemas[reference.split('/').at(-1) ?? ''] ?? {};
  return Object.keys(properties).find((name) => properties[name]?.type === 'array');
}

function answerOf(path: string, { responses }: Documented): string | undefined {
  if (path.includes('/relay/')) return 'relay';
  if ('302' in responses) return 'redirect';
  return responses['200']?.content?.['application/x-ndjson'] && 'lines';
}

const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, documented]) => {
    const facts = {
      method: method.toUpperCase(),
      path,
      creates: documented.parameters?.some(({ name }) => name === 'Idempotency-Key') || undefined,
      items: itemsOf(documented),
      answer: answerOf(path, documented),
    };
    return `  ${documented.operationId}: ${JSON.stringify(facts)},\n`;
  }),
);

mkdirSync(folder, { recursive: true });
// A field with a default may be left out of a request: `defaultNonNullable` would require it.
const types = await openapiTypes(document, { alphabetize: true, defaultNonNullable: false });
writeFileSync(new URL('schema.ts', folder), astToString(types));
writeFileSync(
  new URL('operations.ts', folder),
  `export const operations = {\n${operations.toSorted().join('')}} as const;\n`,
);
