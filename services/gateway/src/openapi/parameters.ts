import { z } from 'zod';
import { creates, type Operation } from '../operation/operation.ts';
import { idempotencyKeyParameter } from './idempotency.ts';
import type { Json, Schemas } from './schemas.ts';

/** Whether the schema has a default or is optional; `exactOptional` accepts that a value is missing, but not undefined. */
export const mayBeLeftOut = (schema: z.ZodType): boolean => z.object({ value: schema }).safeParse({}).success;

const parametersIn = (
  place: 'path' | 'query',
  schema: z.ZodObject | undefined,
  examples: Json = {},
  schemas: Schemas,
): Json[] =>
  Object.entries(schema?.shape ?? {}).map(([name, field]) => {
    const converted = schemas.sent(field as z.ZodType);
    const { description = z.globalRegistry.get(field as z.ZodType)?.description, ...rest } = converted;
    return {
      name,
      in: place,
      required: place === 'path' || !mayBeLeftOut(field as z.ZodType),
      ...(description !== undefined && { description }),
      schema: rest,
      ...(examples[name] !== undefined && { example: examples[name] }),
    };
  });

/** Those of the path, of the query and of the headers. */
export function parametersOf(operation: Operation, schemas: Schemas): Json[] {
  const { params, query, examples } = operation;
  return [
    ...parametersIn('path', params, examples?.params, schemas),
    ...parametersIn('query', query, examples?.query, schemas),
    ...(creates(operation) ? [idempotencyKeyParameter] : []),
  ];
}
