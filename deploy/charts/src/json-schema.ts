/** The part of JSON Schema, draft 7, that the charts use. `false` refuses every value. */
export type JsonSchema =
  | false
  | {
      readonly $schema?: string;
      readonly title?: string;
      readonly description?: string;
      readonly type?: string | readonly string[];
      readonly enum?: readonly unknown[];
      readonly pattern?: string;
      readonly minLength?: number;
      readonly minimum?: number;
      readonly maximum?: number;
      readonly items?: JsonSchema;
      readonly uniqueItems?: boolean;
      readonly anyOf?: readonly JsonSchema[];
      readonly properties?: Readonly<Record<string, JsonSchema>>;
      readonly patternProperties?: Readonly<Record<string, JsonSchema>>;
      readonly additionalProperties?: JsonSchema;
    };

export const text: JsonSchema = { type: 'string' };
export const someText: JsonSchema = { type: 'string', minLength: 1 };
export const flag: JsonSchema = { type: 'boolean' };
export const atLeast = (minimum: number): JsonSchema => ({ type: 'integer', minimum });
export const oneOf = (...values: readonly string[]): JsonSchema => ({ enum: values });

/** What Kubernetes itself describes: its own schemas check it. */
export const anyObject: JsonSchema = { type: 'object' };
export const listOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items });
export const textByName: JsonSchema = { type: 'object', additionalProperties: text };
/** An object with these keys and no others. */
export const closed = (properties: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  type: 'object',
  additionalProperties: false,
  properties,
});
/** A number or a share of the pods. */
export const countOrPercent: JsonSchema = {
  anyOf: [
    { type: 'integer', minimum: 0 },
    { type: 'string', pattern: '^[0-9]+%$' },
  ],
};
