import type { Statement } from '@patchbay/database/query';
import { SealError } from '@patchbay/sealing/aes-gcm';
import type { SealedColumn } from '@patchbay/sealing/sealed-column';
import { keyIdOf, type Sealer } from '@patchbay/sealing/sealer';

/** A row as `page` returns it. */
export interface PageRow {
  readonly id: string;
  /** The beginnings of its sealed texts, long enough for the id of a key and the dot; empty if the column is null. */
  readonly beginnings: readonly string[];
}

/** A row as `lock` returns it. */
export interface LockedRow {
  readonly id: string;
  readonly sealed: string | Readonly<Record<string, string>> | null;
  /** The values of `SealedColumn.binding`. */
  readonly binding: readonly string[];
}

export interface ColumnStatements {
  /**
   * The next rows by primary key: $1 the id before them, $2 how many. The index of the primary key finds them, and every row is
   * returned, whatever key sealed it: the time of one statement depends on $2, not on the size of the table, and no index on the
   * key id is needed, which would slow down every insert for a command that runs once in a while. A pass reads the table once.
   */
  readonly page: Statement;
  /**
   * Locks the rows with the ids $1 until the transaction ends, without those that another transaction has locked: it waits for
   * nobody, so it takes part in no deadlock. `no key` leaves inserts of referencing rows alone.
   */
  readonly lock: Statement;
  /** Writes the sealed texts $2 into the rows $1; `keyIdColumn`, where there is one, becomes $3. */
  readonly write: Statement;
}

/** An id of a key has 64 characters at most. `substr` reads this much of a long value from disk, `split_part` all of it. */
const beginning = (expression: string): string => `substr(${expression}, 1, 65)`;

const beginningsOf = ({ column, type }: SealedColumn): string =>
  type === 'text'
    ? `case when ${column} is null then '{}' else array[${beginning(column)}] end`
    : `array(select ${beginning('value')} from jsonb_each_text(${column}))`;

export function statementsOf(sealed: SealedColumn): ColumnStatements {
  const { table, column, type, primaryKey, binding, keyIdColumn } = sealed;
  const statement = (name: string, text: string): Statement => ({
    name: `reseal ${name} ${table}.${column}`,
    text,
  });
  // With the table's name: `order by id` alone means the text of the select list, for which there is no index.
  const key = `${table}.${primaryKey}`;
  const parts = binding.map((each) => `${each}::text`).join(', ');
  return {
    page: statement(
      'page',
      `select ${key}::text as id, ${beginningsOf(sealed)} as beginnings
       from ${table} where ${key} > $1::uuid order by ${key} limit $2`,
    ),
    lock: statement(
      'lock',
      `select ${key}::text as id, ${column} as sealed, array[${parts}]::text[] as binding
       from ${table} where ${key} = any($1::uuid[]) order by ${key}
       for no key update skip locked`,
    ),
    write: statement(
      'write',
      `update ${table} set ${column} = resealed.text::${type}${keyIdColumn === undefined ? '' : `, ${keyIdColumn} = $3`}
       from unnest($1::uuid[], $2::text[]) as resealed (id, text) where ${key} = resealed.id`,
    ),
  };
}

export type ResealedRow =
  /** Every text already has the first key: another transaction has written the row since it was read. */
  | { readonly outcome: 'current' }
  /** `text` is the new value of the column: sealed text, or JSON. */
  | { readonly outcome: 'resealed'; readonly text: string }
  /** The row is not changed. */
  | { readonly outcome: 'unreadable'; readonly reason: string };

/** Reseals the texts of the row that have another key than the first. Pure. */
export function resealRow(column: SealedColumn, sealer: Sealer, row: LockedRow): ResealedRow {
  const { sealed, binding } = row;
  const isCurrent = (text: string): boolean => keyIdOf(text) === sealer.keyId;
  const texts = typeof sealed === 'string' ? [sealed] : Object.values(sealed ?? {});
  if (sealed === null || texts.every(isCurrent)) return { outcome: 'current' };
  const again = (text: string, name: string): string =>
    isCurrent(text) ? text : column.reseal(sealer, text, binding, name);
  try {
    if (typeof sealed === 'string') return { outcome: 'resealed', text: again(sealed, '') };
    const entries = Object.entries(sealed).map(([name, text]) => [name, again(text, name)] as const);
    return { outcome: 'resealed', text: JSON.stringify(Object.fromEntries(entries)) };
  } catch (error) {
    if (error instanceof SealError) return { outcome: 'unreadable', reason: error.message };
    throw error;
  }
}
