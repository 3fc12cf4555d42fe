import { closed, type JsonSchema } from '../json-schema.ts';

/** One key of values.yaml: from it come the file, its schema and the table of the README. */
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
  const schema = isGroup(value) ? schemaOfAll(value.values) : value.schema;
  return { ...(schema as object), description: value.comment };
};

export const schemaOfAll = (values: readonly Value[]): JsonSchema =>
  closed(Object.fromEntries(values.map((value) => [value.key, schemaOf(value)])));

/** Every value with the keys that lead to it, a group before what is under it. */
export const allOf = (
  values: readonly Value[],
  above = '',
): readonly { readonly path: string; readonly value: Value }[] =>
  values.flatMap((value) => {
    const path = `${above}${value.key}`;
    return [{ path, value }, ...(isGroup(value) ? allOf(value.values, `${path}.`) : [])];
  });
