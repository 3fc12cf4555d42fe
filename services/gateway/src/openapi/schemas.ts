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

/** zod puts named schemas into `$defs` of each schema that uses them; OpenAPI has them once, in `components`. */
const withComponentReferences = (schema: Json): Json =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json;

export function createSchemas(): Schemas {
  const components: Record<string, Json> = {};
  const convert = (schema: z.ZodType, io: 'input' | 'output'): Json => {
    const { $schema: _dialect, $defs = {}, ...rest } = z.toJSONSchema(schema, { io });
    for (const [name, definition] of Object.entries($defs))
      components[name] ??= withComponentReferences(definition);
    return withComponentReferences(rest);
  };
  return {
    sent: (schema) => convert(schema, 'input'),
    received: (schema) => convert(schema, 'output'),
    components,
  };
}
