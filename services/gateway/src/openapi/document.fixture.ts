import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { createReference } from '../reference.ts';
import type { Json } from './schemas.ts';

export interface ParameterObject {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Json;
  readonly example?: unknown;
}

export interface MediaType {
  readonly schema: Json;
  /** Refers to the schema of each line, of an answer that comes by lines. */
  readonly 'x-patchbay-line-schema'?: string;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

export interface ResponseObject {
  readonly $ref?: string;
  readonly description: string;
  readonly headers?: Readonly<Record<string, Json>>;
  readonly content?: Readonly<Record<string, MediaType>>;
  readonly links?: Readonly<
    Record<string, { readonly operationId: string; readonly parameters: Readonly<Record<string, string>> }>
  >;
}

export interface OperationObject {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly 'x-patchbay-key-levels'?: readonly string[];
  readonly parameters?: readonly ParameterObject[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: Readonly<Record<string, MediaType>>;
  };
  readonly responses: Readonly<Record<string, ResponseObject>>;
}

export interface DocumentObject {
  readonly openapi: string;
  readonly info: Json;
  readonly servers: readonly Json[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: OperationObject }>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Json>>;
    readonly responses: Readonly<Record<string, ResponseObject>>;
    readonly headers: Readonly<Record<string, Json & { readonly schema: Json; readonly example?: unknown }>>;
    readonly securitySchemes: Readonly<Record<string, Json>>;
  };
}

/** The document after serialization, as a client gets it. */
export const document = JSON.parse(JSON.stringify(createReference())) as DocumentObject;

export const operationObjects: readonly OperationObject[] = Object.values(document.paths).flatMap((path) =>
  Object.values(path),
);

export function operationObject(id: string): OperationObject {
  const found = operationObjects.find(({ operationId }) => operationId === id);
  if (found === undefined) throw new Error(`the document has no operation ${id}`);
  return found;
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema({ $id: 'components.json', components: document.components });

/** What is wrong with a value by a schema of the document; null where nothing is. */
export function problemsOf(schema: Json, value: unknown): unknown {
  const text = JSON.stringify(schema).replaceAll('"#/components/', '"components.json#/components/');
  const validate = ajv.compile(JSON.parse(text) as object);
  return validate(value) ? null : validate.errors;
}
