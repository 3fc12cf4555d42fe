import { z } from 'zod';

const value = z.union([z.string(), z.int(), z.boolean()], {
  error: 'must be a string, a whole number, true or false',
});

/** As answers contain them. */
export const fieldValues = z
  .record(z.string(), value)
  .meta({ id: 'FieldValues', description: "Values of a provider's fields, by the names of the fields." });

/**
 * Values of a provider's fields by their names, as a client sends them. Integration knows the fields: it refuses unknown names,
 * trims and validates. `__proto__` is refused here: zod and protobuf's `Struct` would drop it without an error.
 */
export const sentFieldValues = z.preprocess((sent, context) => {
  if (typeof sent === 'object' && sent !== null && Object.hasOwn(sent, '__proto__'))
    context.addIssue({ code: 'custom', path: ['__proto__'], message: 'is not known' });
  return sent;
}, fieldValues);
