import { Asset } from '@patchbay/http/asset';
import type { Operation } from '../operation/operation.ts';
import { headerComponents } from './headers.ts';
import { infoFor } from './info.ts';
import { operationObject } from './operation-object.ts';
import { failuresOf, problemResponses } from './problems.ts';
import { createSchemas, type Json } from './schemas.ts';
import { defaultSecurity, securitySchemes } from './security.ts';
import { tagsOf } from './tags.ts';
import { webhooksOf } from './webhooks.ts';

export interface DocumentOptions {
  readonly publicUrl: string;
  readonly cookieName: string;
}

const byName = (components: Json): Json =>
  Object.fromEntries(Object.entries(components).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** The OpenAPI 3.1 description of these operations. */
export function createDocument(
  operations: readonly Operation[],
  { publicUrl, cookieName }: DocumentOptions,
): Json {
  const schemas = createSchemas();
  const paths: Record<string, Record<string, Json>> = {};
  for (const operation of operations) {
    const path = (paths[operation.path] ??= {});
    path[operation.method.toLowerCase()] = operationObject(operation, operations, schemas);
  }
  const groups = new Set(operations.map(({ group }) => group));
  const webhooks = groups.has('webhooks') && webhooksOf(schemas);
  const responses = problemResponses(operations.map(failuresOf), schemas);
  return {
    openapi: '3.1.1',
    info: infoFor(publicUrl),
    servers: [{ url: publicUrl, description: 'This installation' }],
    security: defaultSecurity,
    tags: tagsOf(groups),
    paths,
    ...(webhooks && { webhooks }),
    components: {
      schemas: byName(schemas.components),
      responses: byName(responses),
      headers: byName(headerComponents),
      securitySchemes: securitySchemes(cookieName),
    },
  };
}

/** The answer of `/openapi.json`. */
export const createOpenApi = (operations: readonly Operation[], options: DocumentOptions): Asset =>
  new Asset(JSON.stringify(createDocument(operations, options)), 'application/json');
