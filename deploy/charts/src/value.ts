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
      readonly contains?: JsonSchema;
      readonly required?: readonly string[];
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

/** A value that `null` takes away, where Helm has not removed it already. */
export const orNull = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'null' }] });

/** An object of Kubernetes, which the schemas of Kubernetes check. */
export const anyObject: JsonSchema = { type: 'object' };
export const listOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items });
/** The same, in a list whose items are known by their names. */
export const named: JsonSchema = { type: 'object', required: ['name'], properties: { name: someText } };
export const textByName: JsonSchema = { type: 'object', additionalProperties: text };
/** An object with these keys and no others. */
export const closed = (properties: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  type: 'object',
  additionalProperties: false,
  properties,
});
/** As Go writes durations: `2160h`, `1h30m`. */
export const duration: JsonSchema = { type: 'string', pattern: '^([0-9]+(h|m|s))+$' };
/** A number of pods, or a percentage of them. */
export const countOrPercent: JsonSchema = {
  anyOf: [
    { type: 'integer', minimum: 0 },
    { type: 'string', pattern: '^[0-9]+%$' },
  ],
};

/** One key of a chart's values: values.yaml, its schema and the table of the README come from it. */
export interface Leaf {
  readonly key: string;
  readonly comment: string;
  readonly default: unknown;
  readonly schema: JsonSchema;
}
/** A key with keys under it, and no others. */
export interface Group {
  readonly key: string;
  readonly comment: string;
  readonly values: readonly Value[];
}
export type Value = Leaf | Group;

export const isGroup = (value: Value): value is Group => 'values' in value;

export const leaf = (key: string, comment: string, fallback: unknown, schema: JsonSchema): Leaf => ({
  key,
  comment,
  default: fallback,
  schema,
});
export const group = (key: string, comment: string, values: readonly Value[]): Group => ({
  key,
  comment,
  values,
});

export const schemaOf = (value: Value): JsonSchema => {
  const schema = isGroup(value)
    ? closed(Object.fromEntries(value.values.map((each) => [each.key, schemaOf(each)])))
    : value.schema;
  return { ...(schema as object), description: value.comment };
};

/** Every value with its full path, a group before its members. */
export const allOf = (
  values: readonly Value[],
  above = '',
): readonly { readonly path: string; readonly value: Value }[] =>
  values.flatMap((value) => {
    const path = `${above}${value.key}`;
    return [{ path, value }, ...(isGroup(value) ? allOf(value.values, `${path}.`) : [])];
  });
