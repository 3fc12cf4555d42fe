declare module 'pg/lib/utils.js' {
  /** What is sent for a value: text, or the bytes of a Buffer. */
  export function prepareValue(value: unknown): string | Buffer | null;
}
