import { setTimeout as sleep } from 'node:timers/promises';
import { internal } from '@patchbay/errors/failure';
import { inSpan, tracerOf } from '@patchbay/telemetry/span';
import { spanTable } from '@patchbay/telemetry/span-table';
import { unavailableIfTemporary } from './errors.ts';
import type { Database } from './pool.ts';
import { inStatementSpan, type Queryable, queryOn } from './query.ts';
import type { TurnOf } from './turns.ts';

export type { TurnOf };

const tracer = tracerOf('database');

/**
 * An open transaction. A function that takes one must not call other services: the transaction holds locks meanwhile. After
 * commit, rollback or timeout `query` rejects without sending anything.
 */
export interface Transaction extends Queryable {
  /** Used in its span. `Database` lacks it, so the compiler refuses a `Database` where a transaction is required. */
  readonly transactionName: string;
}

export interface TransactionOptions {
  /** For spans and errors. */
  readonly name: string;
  /**
   * What the transaction changes. Transactions of this process with the same turn run one after the other; they wait before they take
   * a connection, until the deadline of their call. Name only something that the caller has access to: whoever waits for a turn
   * delays those behind it. Default: the transaction does not wait.
   */
  readonly turn?: TurnOf;
  /** The transaction is rolled back when it takes longer. Default 10 s. */
  readonly timeoutMs?: number;
}

/**
 * Runs `work` once, in one transaction; a string is its name. Throws the failure `unavailable` if the database is unreachable, no connection or lock is
 * free in time, or Postgres ended the transaction because of a concurrent one.
 *
 * `work` must not swallow the error of a statement: Postgres has aborted the transaction by then, and the call fails with an
 * internal error. Catch the error outside, or avoid it with `on conflict do nothing`.
 */
export type Transact<Tx extends Transaction> = <T>(
  transaction: string | TransactionOptions,
  work: (tx: Tx) => Promise<T>,
) => Promise<T>;

/** Runs transactions on the connections of `database`. */
export const createTransact =
  (database: Database): Transact<Transaction> =>
  (transaction, work) => {
    const {
      name,
      turn,
      timeoutMs = 10_000,
    }: TransactionOptions = typeof transaction === 'string' ? { name: transaction } : transaction;
    return inSpan(tracer, spanTable.transaction.name(name), {}, () =>
      database.turns.run(turn, async () => {
        try {
          return await runOnce(database, name, timeoutMs, work);
        } catch (error) {
          throw unavailableIfTemporary(error);
        }
      }),
    );
  };

async function runOnce<T>(
  { pool, prepares, tracer: statementTracer, now }: Database,
  name: string,
  timeoutMs: number,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  const control = (text: 'BEGIN' | 'COMMIT' | 'ROLLBACK') =>
    inStatementSpan(statementTracer, text, text, () => client.query(text));
  let ended = false;
  const query = queryOn({ client, prepares, tracer: statementTracer });
  const tx: Transaction = {
    transactionName: name,
    now,
    async query(statement, values) {
      // The connection is back in the pool: a late statement would run inside the next transaction on it.
      if (ended) throw internal(`the transaction ${name} has ended already`);
      return query(statement, values);
    },
  };
  const timer = new AbortController();
  const timeout = sleep(timeoutMs, undefined, { signal: timer.signal, ref: false }).then(() => {
    isUsable = false;
    throw internal(`the transaction ${name} took longer than ${timeoutMs} ms`);
  });
  // Closing the connection rolls back too. Where a statement may still be running, ROLLBACK would wait for it.
  let isUsable = true;
  try {
    const result = await Promise.race([control('BEGIN').then(() => work(tx)), timeout]);
    ended = true;
    isUsable = false;
    const { command } = await control('COMMIT');
    isUsable = true;
    if (command !== 'COMMIT')
      throw internal(`a statement of the transaction ${name} failed and its error was caught`);
    return result;
  } catch (error) {
    ended = true;
    if (isUsable)
      await control('ROLLBACK').catch(() => {
        isUsable = false;
      });
    throw error;
  } finally {
    timer.abort();
    client.release(!isUsable);
  }
}
