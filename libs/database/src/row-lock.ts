import type { Statement } from './queryable.ts';

/** How a transaction locks one row of a table that has an `id`; `lockRow` of the transaction runs the statements. */
export interface RowLock {
  /** What the row is, for metrics and spans: `organization`. */
  readonly of: string;
  /** Returns the id of the row and whether it was locked; no row where nothing matches. Never waits. */
  readonly tryLock: Statement;
  /** Waits until the row with this id is locked. */
  readonly waitForLock: Statement;
}

export interface RowLockOptions {
  readonly of: string;
  readonly table: string;
  /** The name of the statement: `lock an organization by slug and user`. */
  readonly name: string;
  /** Condition on the row, which has the alias `found_row`, with parameters from $1. */
  readonly where: string;
}

/** A `for update` lock of the row that `where` finds, if there is one: who finds none neither takes a lock nor waits. */
export const rowLock = ({ of, table, name, where }: RowLockOptions): RowLock => ({
  of,
  tryLock: {
    name,
    // One statement, so that it costs one round trip: `skip locked` alone would not tell a locked row from a missing one.
    text: `with found as materialized (select id from ${table} found_row where ${where}),
                locked as (select id from ${table} where id = (select id from found) for update skip locked)
           select found.id, locked.id is not null as locked from found left join locked on locked.id = found.id`,
  },
  waitForLock: {
    name: `wait for the lock of ${of}`,
    text: `select id from ${table} where id = $1::uuid for update`,
  },
});
