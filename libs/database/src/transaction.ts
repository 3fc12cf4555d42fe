import { setTimeout as sleep } from 'node:timers/promises';
import { inSpan, tracerOf } from '@patchbay/telemetry/span';
import { isTransactionConflict, translated } from './errors.ts';

/**
 * What shared code needs of a transaction, whichever service's Prisma client opened it. A function that takes one runs
 * inside it and never calls the network.
 */
export interface Transaction {
  $executeRawUnsafe(query: string, ...values: unknown[]): Promise<number>;
  $queryRawUnsafe<T = unknown>(query: string, ...values: unknown[]): Promise<T>;
}

/** Any service's Prisma client; `Tx` is what its transactions look like. */
export interface TransactionOpener<Tx> {
  $transaction<R>(work: (tx: Tx) => Promise<R>, options?: { maxWait?: number; timeout?: number }): Promise<R>;
}

export interface TransactionOptions {
  /** Names the span. */
  readonly name: string;
  /** How often a serialization failure or a deadlock is tried again. Default 3. */
  readonly retries?: number;
  /** The transaction is rolled back when it takes longer. Default 10 s. */
  readonly timeoutMs?: number;
}

/** How long to wait for a connection; not below the pool's own limit, so that the pool's error is the one seen. */
const maxWaitMs = 4_000;
const backoffMs = 20;
const tracer = tracerOf('database');

/**
 * Runs `work` in one transaction: all of it happens, or nothing. It may be run more than once, so it must not change
 * anything outside the transaction. An unreachable database is the failure `unavailable`.
 *
 * An error of a statement must leave `work`: after one Postgres rolls the transaction back, whatever `work` returns. Catch
 * it outside, or avoid it with `on conflict do nothing`.
 */
export function runTransaction<Tx extends Transaction, T>(
  prisma: TransactionOpener<Tx>,
  work: (tx: Tx) => Promise<T>,
  { name, retries = 3, timeoutMs = 10_000 }: TransactionOptions,
): Promise<T> {
  return inSpan(tracer, `transaction ${name}`, {}, async () => {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await prisma.$transaction(work, { maxWait: maxWaitMs, timeout: timeoutMs });
      } catch (error) {
        if (attempt >= retries || !isTransactionConflict(error)) throw translated(error);
        await sleep(backoffMs * 2 ** attempt * (0.5 + Math.random()));
      }
    }
  });
}
