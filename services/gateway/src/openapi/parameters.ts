import { lifetimes } from '@patchbay/platform/lifetimes';
import { z } from 'zod';
import type { Operation } from '../operation/operation.ts';
import { creates } from '../request/idempotency.ts';
import type { Json, Schemas } from './schemas.ts';

/** Header parameter of every operation that creates something. */
const idempotencyKeyParameter: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  // Without an example: `/docs` would send it with every try, and the second one with another body would be a conflict.
  description: `A new value for each creation, for instance a UUID. Makes it safe to send a request again, whatever became of the first answer: the same key with the same body within ${lifetimes.idempotencyKeyHours} hours gets the first answer again and creates nothing. With another body, or while the first request is still running, it is a conflict. Where nothing was created the key is free again.`,
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
};

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
