import { z } from 'zod';

const decimal = /^-?\d{1,16}$/;

/**
 * An integer in a query, in decimal digits alone. `z.coerce` would also take what `Number` takes: an empty value as 0, `0x10`, `1e1`
 * and spaces around. Give it a default by `prefault`: zod leaves `default` out of the JSON Schema of what it converts.
 */
export const queryInteger = (min: number, max?: number) => {
  const bounded = z.int().min(min);
  return z.preprocess(
    (text) => (typeof text === 'string' && decimal.test(text) ? Number(text) : text),
    max === undefined ? bounded : bounded.max(max),
  );
};
