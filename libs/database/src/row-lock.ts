import type { Statement } from './queryable.ts';

/** How a transaction locks one row; `lockRow` of the transaction runs the statements. */
export interface RowLock {
  /** What the row is, for metrics and spans: `organization`. */
  readonly of: string;
  /** Returns the key of the row as `id`, and whether it was locked; no row where nothing matches. Never waits. */
  readonly tryLock: Statement;
  /** Waits until the row with this key is locked. */
  readonly waitForLock: Statement;
}

export interface RowLockOptions {
  /** Locks with the same `of` must have the same table, key and mode. */
  readonly of: string;
  readonly table: string;
  /** A unique column, and its type, which `pg` returns as a string. Default `id`, a `uuid`. */
  readonly key?: { readonly column: string; readonly type: 'uuid' | 'text' };
  /**
   * Default `update`. `no key update` is what an update of other columns than keys takes: inserts of rows that refer to this one
   * do not wait for it.
   */
  readonly mode?: 'update' | 'no key update';
  /** The name of the statement: `lock an organization by slug and user`. */
  readonly name: string;
  /** Condition on the row, which has the alias `found_row`, with parameters from $1. */
  readonly where: string;
}

/** A lock of the row that `where` finds, if there is one: who finds none neither takes a lock nor waits. */
export const rowLock = ({
  of,
  table,
  key: { column, type } = { column: 'id', type: 'uuid' },
  mode = 'update',
  name,
  where,
}: RowLockOptions): RowLock => ({
  of,
  tryLock: {
    name,
    // One statement, so that it costs one round trip: `skip locked` alone would not tell a locked row from a missing one.
    text: `with found as materialized (select ${column} as id from ${table} found_row where ${where}),
                locked as (select ${column} as id from ${table} where ${column} = (select id from found)
                           for ${mode} skip locked)
           select found.id, locked.id is not null as locked from found left join locked on locked.id = found.id`,
  },
  waitForLock: {
    name: `wait for the lock of ${of}`,
    text: `select ${column} as id from ${table} where ${column} = $1::${type} for ${mode}`,
  },
});
