import type { Database } from '@patchbay/database/pool';
import { createTransact, type Transact, type Transaction } from '@patchbay/database/transaction';
import { type Clock, systemClock } from '@patchbay/runtime/clock';
import type { SealedColumn } from '@patchbay/sealing/sealed-column';
import { keyIdOf, type Sealer } from '@patchbay/sealing/sealer';
import { type LockedRow, type PageRow, resealRow, statementsOf } from './rows.ts';

export interface ResealedColumn extends Omit<Pass, 'resealed'> {
  readonly column: SealedColumn;
  /** Over all passes. */
  readonly resealed: number;
}

export interface ResealOptions {
  readonly columns: readonly SealedColumn[];
  readonly database: Database;
  readonly sealer: Sealer;
  /** Ends the work between two batches: `reseal` throws the reason. Committed batches stay, and the next call continues. */
  readonly signal: AbortSignal;
  /** Called after each batch, with what the current pass has done so far. */
  readonly onBatch: (column: SealedColumn, soFar: Pass) => void;
  /** Default 500. */
  readonly batchRows?: number;
  /** The wait before the next pass where rows were skipped because they were locked. Default 2 s. */
  readonly pauseMs?: number;
  readonly clock?: Clock;
}

/** Ten passes with pauses take longer than Postgres lets a transaction of a stopped process hold its locks (15 s). */
const maxPasses = 10;

/**
 * Reseals every row of the columns that is not sealed with the first key. Reads a table again until a pass changed and skipped
 * nothing: a pass misses rows that are written behind it, and the next one finds them. Gives up after ten passes, for example
 * while a process still seals with an old key; the result then counts rows under that key.
 *
 * Services may run meanwhile if each has the first key of this sealer in its ring: a row is changed under its row lock, in one
 * transaction per batch. Concurrent calls skip each other's rows.
 */
export async function reseal(options: ResealOptions): Promise<ResealedColumn[]> {
  const {
    columns,
    database,
    sealer,
    signal,
    onBatch,
    batchRows = 500,
    pauseMs = 2_000,
    clock = systemClock,
  } = options;
  const transact = createTransact(database);
  const results: ResealedColumn[] = [];
  for (const column of columns) {
    let resealed = 0;
    for (let number = 1; ; number += 1) {
      const pass = await passOver({
        column,
        database,
        transact,
        sealer,
        batchRows,
        signal,
        onBatch: (soFar) => onBatch(column, soFar),
      });
      resealed += pass.resealed;
      const done = pass.resealed === 0 && pass.skipped === 0;
      if (done || number === maxPasses) {
        results.push({ ...pass, column, resealed });
        break;
      }
      if (pass.skipped > 0) await clock.sleep(pauseMs, signal);
      signal.throwIfAborted();
    }
  }
  return results;
}

export interface Unreadable {
  /** The primary key of the row. */
  readonly id: string;
  readonly reason: string;
}

/** The result of one pass over a table. */
export interface Pass {
  readonly rows: number;
  /** Rows by the id of the key that sealed them when the pass had left them; a row with texts of two keys counts for both. */
  readonly byKey: ReadonlyMap<string, number>;
  readonly resealed: number;
  /** Rows under another key that were left alone, because another transaction had locked or deleted them. */
  readonly skipped: number;
  readonly unreadable: number;
  /** The first 100 unreadable rows. */
  readonly examples: readonly Unreadable[];
}

interface PassOptions {
  readonly column: SealedColumn;
  readonly database: Pick<Database, 'query'>;
  readonly transact: Transact<Transaction>;
  readonly sealer: Sealer;
  /** Rows per batch, and so the most row locks that are held at a time. */
  readonly batchRows: number;
  /** Ends the pass between two batches: it throws the reason. */
  readonly signal: AbortSignal;
  readonly onBatch: (soFar: Pass) => void;
}

const beforeAll = '00000000-0000-0000-0000-000000000000';
const maxExamples = 100;

/** Reads a table once by primary key and reseals rows of other keys than the first, in one transaction per batch. */
async function passOver(options: PassOptions): Promise<Pass> {
  const { column, database, transact, sealer, batchRows, signal, onBatch } = options;
  const { page, lock, write } = statementsOf(column);
  const byKey = new Map<string, number>();
  const examples: Unreadable[] = [];
  const pass = { rows: 0, byKey, resealed: 0, skipped: 0, unreadable: 0, examples };

  const resealBatch = (ids: readonly string[]) =>
    transact(`reseal ${column.table}`, async (tx) => {
      const locked = await tx.query<LockedRow & Record<string, unknown>>(lock, [ids]);
      const results = locked.map((row) => ({ id: row.id, ...resealRow(column, sealer, row) }));
      const changed = results.filter((result) => result.outcome === 'resealed');
      if (changed.length > 0) {
        const keyId = column.keyIdColumn === undefined ? [] : [sealer.keyId];
        await tx.query(write, [changed.map(({ id }) => id), changed.map(({ text }) => text), ...keyId]);
      }
      return results;
    });

  const countBatch = async (rows: readonly PageRow[]): Promise<void> => {
    const keys = new Map(rows.map(({ id, beginnings }) => [id, new Set(beginnings.map(keyIdOf))]));
    const old = [...keys].flatMap(([id, ids]) => ([...ids].some((key) => key !== sealer.keyId) ? [id] : []));
    const results = old.length === 0 ? [] : await resealBatch(old);
    for (const result of results) {
      if (result.outcome !== 'unreadable') keys.set(result.id, new Set([sealer.keyId]));
      if (result.outcome === 'resealed') pass.resealed += 1;
      if (result.outcome !== 'unreadable') continue;
      pass.unreadable += 1;
      if (examples.length < maxExamples) examples.push({ id: result.id, reason: result.reason });
    }
    pass.rows += rows.length;
    pass.skipped += old.length - results.length;
    for (const ids of keys.values()) for (const key of ids) byKey.set(key, (byKey.get(key) ?? 0) + 1);
  };

  for (let after = beforeAll; ; ) {
    signal.throwIfAborted();
    const rows = await database.query<PageRow & Record<string, unknown>>(page, [after, batchRows]);
    await countBatch(rows);
    onBatch(pass);
    if (rows.length < batchRows) return pass;
    after = rows.at(-1)?.id ?? after;
  }
}
