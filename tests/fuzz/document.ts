import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Schema } from './schema-arbitrary.ts';

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: Schema;
}

interface Content {
  readonly schema: Schema;
  /** The address of the schema of each line, where the body is text of many. */
  readonly 'x-patchbay-line-schema'?: string;
}

export interface Response {
  readonly content?: Readonly<Record<string, Content>>;
}

type Security = readonly Readonly<Record<string, unknown>>[];

/** An operation object of the document. */
interface Described {
  readonly operationId: string;
  readonly security?: Security;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: { readonly 'application/json': Content };
  };
  readonly responses: Readonly<Record<string, Response | { readonly $ref: string }>>;
}

/** What `/openapi.json` answers. */
export interface OpenApi {
  readonly security: Security;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, Response>>;
  };
}

export interface Body {
  readonly required: boolean;
  readonly schema: Schema;
  readonly isValid: ValidateFunction;
}

export interface FuzzedOperation {
  readonly id: string;
  readonly method: string;
  /** With parameters in braces. */
  readonly path: string;
  /** In upper case; every method that the document has for the path. */
  readonly methodsOfPath: readonly string[];
  /** Which credentials the document names; none: the operation is public. */
  readonly accepts: readonly ('bearer' | 'apiKey')[];
  readonly parameters: readonly Parameter[];
  readonly body: Body | undefined;
  readonly responses: ReadonlyMap<number, Response>;
}

export interface Description {
  readonly operations: ReadonlyMap<string, FuzzedOperation>;
  readonly resolve: (reference: string) => Schema;
  /** Compiles a schema of the document; the same schema is compiled once. */
  readonly validatorOf: (schema: Schema) => ValidateFunction;
}

const prefix = '#/components/';
const documentId = 'document';

/** References inside of a schema lead into the document, which the validator knows by `documentId`. */
const absolute = (schema: Schema): Schema =>
  JSON.parse(JSON.stringify(schema).replaceAll(`"${prefix}`, `"${documentId}${prefix}`)) as Schema;

const isCredential = (name: string): name is 'bearer' | 'apiKey' => name === 'bearer' || name === 'apiKey';

/** Reads the operations of an OpenAPI document, with validators of its schemas. */
export function readDocument(document: OpenApi): Description {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema(absolute(document as unknown as Schema), documentId);
  const compiled = new Map<Schema, ValidateFunction>();
  const validatorOf = (schema: Schema): ValidateFunction => {
    const known = compiled.get(schema) ?? ajv.compile(absolute(schema));
    compiled.set(schema, known);
    return known;
  };
  const resolve = (reference: string): Schema => {
    const found = document.components.schemas[reference.replace(`${prefix}schemas/`, '')];
    if (found === undefined) throw new Error(`${reference} leads nowhere`);
    return found;
  };
  const responseAt = (response: Response | { readonly $ref: string }): Response => {
    if (!('$ref' in response)) return response;
    const found = document.components.responses[response.$ref.replace(`${prefix}responses/`, '')];
    if (found === undefined) throw new Error(`${response.$ref} leads nowhere`);
    return found;
  };

  const paths = Object.entries(document.paths).filter(([path]) => !path.includes('/relay/'));
  const operations = paths.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]): FuzzedOperation => {
      const { requestBody } = described;
      const schema = requestBody?.content['application/json'].schema;
      const names = (described.security ?? document.security).flatMap((scheme) => Object.keys(scheme));
      return {
        id: described.operationId,
        method: method.toUpperCase(),
        path,
        methodsOfPath: Object.keys(methods).map((name) => name.toUpperCase()),
        accepts: names.filter(isCredential),
        parameters: described.parameters ?? [],
        body: schema && {
          schema,
          required: requestBody?.required ?? false,
          isValid: validatorOf(schema),
        },
        responses: new Map(
          Object.entries(described.responses).map(([status, response]) => [
            Number(status),
            responseAt(response),
          ]),
        ),
      };
    }),
  );
  return {
    operations: new Map(operations.map((operation) => [operation.id, operation])),
    resolve,
    validatorOf,
  };
}
