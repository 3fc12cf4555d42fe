/** A JSON value whose integers beyond 2^53 are strings: ids of providers exceed it, and a number would change them. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

const isUnsafeInteger = (value: unknown, source: string | undefined): source is string =>
  typeof value === 'number' && source !== undefined && /^-?\d+$/.test(source) && !Number.isSafeInteger(value);

/** Undefined where the text is not JSON. */
export function parseJson(text: string): Json | undefined {
  const keepDigits = (_name: string, value: unknown, context?: { source?: string }): unknown =>
    isUnsafeInteger(value, context?.source) ? context?.source : value;
  try {
    // A reviver takes ten times as long, and few texts have such an integer.
    return (/\d{16}/.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text)) as Json;
  } catch {
    return undefined;
  }
}
