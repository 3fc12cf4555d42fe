import type { Context } from '../context.ts';

/** What is printed: an object, or a list of objects with the fields that a table shows. */
export interface Printed {
  readonly value: unknown;
  /** The name of the list in `value`. */
  readonly items?: string;
  /** All fields of the object, or of one item. */
  readonly fields: readonly string[];
}

/** Prints the answer of an operation: a table or a list of fields for people, else what `--json`, `--jq` or `--csv` ask for. */
export async function print({ io }: Context, { value }: Printed): Promise<void> {
  if (value !== undefined) io.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}
