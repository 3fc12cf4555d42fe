import type { Json } from '@patchbay/outgoing/json';

/** The value at a path of names and indices; undefined if there is none. */
export function at(json: Json | undefined, ...path: readonly (string | number)[]): Json | undefined {
  let value: Json | undefined = json;
  for (const step of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    if (Array.isArray(value)) value = typeof step === 'number' ? (value as readonly Json[])[step] : undefined;
    else value = Object.hasOwn(value, step) ? (value as { readonly [name: string]: Json })[step] : undefined;
  }
  return value;
}

/** The text at a path; a number becomes its digits. Undefined for anything else, and for an empty text. */
export function textAt(json: Json | undefined, ...path: readonly (string | number)[]): string | undefined {
  const value = at(json, ...path);
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The elements of the list at a path; empty if there is no list. */
export function listAt(json: Json | undefined, ...path: readonly (string | number)[]): readonly Json[] {
  const value = at(json, ...path);
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}
