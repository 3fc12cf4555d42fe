import type { SealedValue } from './sealed-value.ts';
import type { Sealer } from './sealer.ts';

/**
 * A database column that holds sealed text, as the command `main-reseal` needs it to reseal its rows after a rotation of the keys. Each service lists its columns in `src/sealed.ts`.
 */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** `text`: one sealed text, or null. `jsonb`: an object of sealed texts by name, or null. */
  readonly type: 'text' | 'jsonb';
  /** The primary key: one column of the type uuid. */
  readonly primaryKey: string;
  /** Columns of the same row whose values `reseal` gets, in this order; none is null. */
  readonly binding: readonly string[];
  /** A text column with the id of the key of every sealed text of the row, where the table has one. */
  readonly keyIdColumn?: string;
  /**
   * Opens one sealed text and seals it again with the first key; pure. `name` is the name of the text in a `jsonb` object, and
   * empty for `text`. Throws `SealError` if no key opens it.
   */
  reseal(sealer: Sealer, sealed: string, binding: readonly string[], name: string): string;
}

type Facts = Pick<SealedColumn, 'table' | 'column' | 'primaryKey' | 'keyIdColumn'>;

/** The columns that hold a binding, one each. */
type ColumnsOf<Binding extends readonly string[]> = { readonly [Part in keyof Binding]: string };

/** A `text` column. `binding` names the columns that hold the binding of `value`. */
export const sealedTextColumn = <Binding extends readonly string[]>({
  value,
  binding,
  ...facts
}: Facts & {
  readonly value: Pick<SealedValue<never, Binding>, 'reseal'>;
  readonly binding: ColumnsOf<Binding>;
}): SealedColumn => ({
  ...facts,
  type: 'text',
  binding,
  reseal: (sealer, sealed, parts) => value.reseal(sealer, sealed, ...(parts as unknown as Binding)),
});

/** A `jsonb` column. The last part of the binding of `value` is the name of the text; `binding` names the columns of those before. */
export const sealedJsonbColumn = <Binding extends readonly string[]>({
  value,
  binding,
  ...facts
}: Facts & {
  readonly value: Pick<SealedValue<never, readonly [...Binding, name: string]>, 'reseal'>;
  readonly binding: ColumnsOf<Binding>;
}): SealedColumn => ({
  ...facts,
  type: 'jsonb',
  binding,
  reseal: (sealer, sealed, parts, name) =>
    value.reseal(sealer, sealed, ...(parts as unknown as Binding), name),
});
