import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@patchbay/database/pool';
import { createTransact } from '@patchbay/database/transaction';
import type { SealedColumn } from '@patchbay/sealing/sealed-column';
import type { Sealer } from '@patchbay/sealing/sealer';
import { type Pass, passOver } from './pass.ts';

export interface ResealedColumn extends Omit<Pass, 'resealed'> {
  readonly column: SealedColumn;
  /** Over all passes. */
  readonly resealed: number;
}

export interface ResealOptions {
  readonly columns: readonly SealedColumn[];
  readonly database: Database;
  readonly sealer: Sealer;
  /** Ends the work between two batches: it throws the reason. What is committed stays, and the next call goes on. */
  readonly signal: AbortSignal;
  /** Called after each batch, with what the current pass has done so far. */
  readonly onBatch: (column: SealedColumn, soFar: Pass) => void;
  /** Default 500. */
  readonly batchRows?: number;
  /** The wait before the next pass where rows were skipped because they were locked. Default 2 s. */
  readonly pauseMs?: number;
}

/** Ten passes with pauses take longer than Postgres lets a transaction of a stopped process hold its locks (15 s). */
const maxPasses = 10;

/**
 * Seals every row of the columns again that another key than the first has sealed. A table is read again until a pass changed and
 * skipped nothing: this last pass is the proof, because a row that was written behind an earlier one is found. It gives up after
 * ten passes, as when a process still seals with an old key all the time; the result then counts rows under that key.
 *
 * Services may run meanwhile, if each has the first key of this sealer in its ring: a row is changed under its row lock, in a
 * transaction per batch. Several calls at once skip each other's rows.
 */
export async function reseal(options: ResealOptions): Promise<ResealedColumn[]> {
  const { columns, database, sealer, signal, onBatch, batchRows = 500, pauseMs = 2_000 } = options;
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
      if (pass.skipped > 0) await sleep(pauseMs, undefined, { signal });
    }
  }
  return results;
}
