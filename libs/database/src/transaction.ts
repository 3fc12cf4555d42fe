import { setTimeout as sleep } from 'node:timers/promises';
import { inSpan, tracerOf } from '@patchbay/telemetry/span';
import { spanTable } from '@patchbay/telemetry/span-table';
import { isTransactionConflict, unavailableIfTemporary } from './errors.ts';
import type { Queryable } from './queryable.ts';
import type { RowLock } from './row-lock.ts';
import { type RowLocks, RowLockTaken, type TransactionLocks } from './row-locks.ts';
import type { AttemptKind, TransactionSlots } from './transaction-slots.ts';

/**
 * An open transaction. A function that takes one must not call other services: the transaction holds locks meanwhile. After
 * commit, rollback or timeout `query` rejects without sending anything.
 */
export interface Transaction extends Queryable {
  /** Used in its span. `Database` lacks it, so the compiler refuses a `Database` where a transaction is required. */
  readonly transactionName: string;
  /**
   * Locks the row that `lock` finds until the transaction ends, and returns its key; undefined, and nothing is locked, where it
   * finds none. Where another transaction holds the lock, this one is rolled back, waits without a connection and begins again:
   * `work` runs once more from its start, and whatever it had locked before is free meanwhile.
   */
  readonly lockRow: (lock: RowLock, values: readonly unknown[]) => Promise<string | undefined>;
}

export interface TransactOptions {
  /** How often the transaction is retried after a serialization failure or a deadlock. Default 3. */
  readonly retries?: number;
  /** The transaction is rolled back when it takes longer. Default 10 s. */
  readonly timeoutMs?: number;
}

/**
 * Runs `work` in one transaction. Retries and waits for row locks run `work` again, so it must have no effect outside the
 * transaction. Throws the failure `unavailable` if the database is unreachable, or a connection or a row lock is
 * not to be had in time.
 *
 * `work` must not swallow the error of a statement: Postgres has aborted the transaction by then, and the call fails with an
 * internal error. Catch the error outside, or avoid it with `on conflict do nothing`.
 */
export type Transact<Tx extends Transaction> = <T>(
  name: string,
  work: (tx: Tx) => Promise<T>,
  options?: TransactOptions,
) => Promise<T>;

/** Begins one transaction, runs `work` in it and ends it. */
export type Attempt<Tx extends Transaction> = <T>(
  name: string,
  work: (tx: Tx) => Promise<T>,
  timeoutMs: number,
  locks: TransactionLocks,
) => Promise<T>;

const backoffMs = 20;
const tracer = tracerOf('database');

export interface TransactionLimits {
  readonly rowLocks: RowLocks;
  readonly transactionSlots: TransactionSlots;
}

/**
 * Adds to `attempt` what every kind of transaction has: the span, the wait for a connection, waits for row locks, retries and the
 * failure `unavailable`.
 */
export const transactBy =
  <Tx extends Transaction>(
    { rowLocks, transactionSlots }: TransactionLimits,
    attempt: Attempt<Tx>,
  ): Transact<Tx> =>
  (name, work, { retries = 3, timeoutMs = 10_000 } = {}) =>
    inSpan(tracer, spanTable.transaction.name(name), {}, async () => {
      const locks = rowLocks.forTransaction();
      let kind: AttemptKind = 'first';
      try {
        for (let retried = 0; ; kind = 'again') {
          const slot = transactionSlots.tryTake() ?? (await transactionSlots.take(kind));
          try {
            return await attempt(name, work, timeoutMs, locks);
          } catch (error) {
            // Its connection is back in the pool: whatever it waits for now, it waits without a slot.
            slot.release();
            if (error instanceof RowLockTaken) {
              await locks.waitFor(error);
              continue;
            }
            if (retried >= retries || !isTransactionConflict(error)) throw unavailableIfTemporary(error);
            await sleep(backoffMs * 2 ** retried * (0.5 + Math.random()));
            retried += 1;
          } finally {
            slot.release();
          }
        }
      } finally {
        locks.end();
      }
    });
