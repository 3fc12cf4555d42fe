/** A schema of Kubernetes' OpenAPI document or of a CustomResourceDefinition. */
export interface OpenApiSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly required?: readonly string[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: OpenApiSchema;
  readonly properties?: Readonly<Record<string, OpenApiSchema>>;
  readonly additionalProperties?: OpenApiSchema | boolean;
  readonly 'x-kubernetes-int-or-string'?: boolean;
  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean;
}

const bounds = [
  'enum',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'required',
] as const;

/** Types of Kubernetes that are written as text or as a number, whatever their schema says. */
const isTextOrNumber = (schema: OpenApiSchema): boolean =>
  schema.format === 'int-or-string' || schema['x-kubernetes-int-or-string'] === true;

/**
 * The schema as JSON Schema of draft 7, without descriptions, and with unknown keys refused as the API server's strict validation
 * does: it is what a misspelt key of a template fails at.
 */
export function strict(schema: OpenApiSchema): Record<string, unknown> {
  if (schema.$ref !== undefined) return { $ref: schema.$ref };
  if (isTextOrNumber(schema)) return { type: ['string', 'integer'] };
  const { type, items, properties, additionalProperties: others } = schema;
  return {
    ...(type !== undefined && { type }),
    ...Object.fromEntries(bounds.flatMap((key) => (schema[key] === undefined ? [] : [[key, schema[key]]]))),
    ...(items !== undefined && { items: strict(items) }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, strict(each)])),
    }),
    ...(typeof others === 'object' && { additionalProperties: strict(others) }),
    ...(properties !== undefined &&
      others === undefined &&
      schema['x-kubernetes-preserve-unknown-fields'] !== true && { additionalProperties: false }),
  };
}
