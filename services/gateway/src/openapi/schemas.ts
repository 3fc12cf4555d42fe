import { z } from 'zod';

export type Json = { readonly [name: string]: unknown };

export interface Schemas {
  /** What a client sends: before defaults and transformations. Named schemas become references. */
  sent(schema: z.ZodType): Json;
  /** What a client receives. */
  received(schema: z.ZodType): Json;
  /** Every named schema that was converted so far. */
  readonly components: Readonly<Record<string, Json>>;
}

type Direction = 'input' | 'output';

/** Formats whose pattern from zod is hundreds of characters long and says nothing that the format does not say. */
const selfExplaining: ReadonlySet<unknown> = new Set(['uuid', 'date-time', 'email']);

const isNull = (schema: unknown): boolean => (schema as Json)['type'] === 'null';

/** `anyOf` of a schema with one type and null as that schema with two types. References stay in their `anyOf`. */
function withTypeList({ anyOf, ...rest }: Record<string, unknown>): Record<string, unknown> {
  const [only, nothing, ...more] = (anyOf ?? []) as Record<string, unknown>[];
  const isNullable = only !== undefined && nothing !== undefined && isNull(nothing) && more.length === 0;
  if (!isNullable || typeof only['type'] !== 'string' || 'enum' in only)
    return anyOf ? { ...rest, anyOf } : rest;
  return { ...rest, ...only, type: [only['type'], 'null'] };
}

/**
 * The schema as a person would write it. In answers, objects are open, so that a client generated today accepts a field that is
 * added tomorrow; what a client sends is strict where zod is.
 */
function tidy(node: unknown, direction: Direction): unknown {
  if (Array.isArray(node)) return node.map((item) => tidy(item, direction));
  if (typeof node !== 'object' || node === null) return node;
  const schema = withTypeList({ ...node });
  if (direction === 'output' && schema['additionalProperties'] === false)
    delete schema['additionalProperties'];
  if (selfExplaining.has(schema['format'])) delete schema['pattern'];
  // What zod writes for `z.record(z.string(), …)`: every name of a JSON object is a string.
  if (JSON.stringify(schema['propertyNames']) === '{"type":"string"}') delete schema['propertyNames'];
  return Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, tidy(value, direction)]));
}

/** zod puts named schemas into `$defs` of each schema that uses them; OpenAPI has them once, in `components`. */
const withComponentReferences = (schema: Json): Json =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json;

export function createSchemas(): Schemas {
  const components: Record<string, Json> = {};
  const convert = (schema: z.ZodType, io: Direction): Json => {
    const { $schema: _dialect, $defs = {}, ...rest } = z.toJSONSchema(schema, { io });
    const finish = (converted: Json): Json => withComponentReferences(tidy(converted, io) as Json);
    for (const [name, definition] of Object.entries($defs)) {
      const component = finish(definition);
      components[name] ??= component;
      if (JSON.stringify(components[name]) !== JSON.stringify(component))
        throw new Error(`two schemas have the name ${name}`);
    }
    return finish(rest);
  };
  return {
    sent: (schema) => convert(schema, 'input'),
    received: (schema) => convert(schema, 'output'),
    components,
  };
}
