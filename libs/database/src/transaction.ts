import { setTimeout as sleep } from 'node:timers/promises';
import { inSpan, tracerOf } from '@patchbay/telemetry/span';
import { isTransactionConflict, translated } from './errors.ts';
import type { Queryable } from './queryable.ts';

/**
 * An open transaction. A function that takes one runs inside it and never calls the network. Once the transaction was
 * committed, rolled back or has run out of time, `query` rejects without reaching the connection.
 */
export interface Transaction extends Queryable {
  /** As its span names it. The database has none, so that it is not accepted where a transaction is needed. */
  readonly transactionName: string;
}

export interface TransactOptions {
  /** How often a serialization failure or a deadlock is tried again. Default 3. */
  readonly retries?: number;
  /** The transaction is rolled back when it takes longer. Default 10 s. */
  readonly timeoutMs?: number;
}

/**
 * Runs `work` in one transaction: all of it happens, or nothing. It may be run more than once, so it must not change
 * anything outside the transaction. An unreachable database is the failure `unavailable`.
 *
 * An error of a statement must leave `work`: after one Postgres rolls the transaction back, whatever `work` returns. Catch
 * it outside, or avoid it with `on conflict do nothing`.
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
) => Promise<T>;

const backoffMs = 20;
const tracer = tracerOf('database');

/** What every kind of transaction has in common: its span, its retries, and how its errors are told. */
export const transactBy =
  <Tx extends Transaction>(attempt: Attempt<Tx>): Transact<Tx> =>
  (name, work, { retries = 3, timeoutMs = 10_000 } = {}) =>
    inSpan(tracer, `transaction ${name}`, {}, async () => {
      for (let retried = 0; ; retried += 1) {
        try {
          return await attempt(name, work, timeoutMs);
        } catch (error) {
          if (retried >= retries || !isTransactionConflict(error)) throw translated(error);
          await sleep(backoffMs * 2 ** retried * (0.5 + Math.random()));
        }
      }
    });
