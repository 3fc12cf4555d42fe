import { setTimeout as sleep } from 'node:timers/promises';
import { internal } from '@patchbay/errors/failure';
import { tracerOf } from '@patchbay/telemetry/span';
import type { Database } from './pool.ts';
import { inStatementSpan, queryOn } from './queryable.ts';
import { type Transact, type Transaction, transactBy } from './transaction.ts';
import { transactionQueries } from './transaction-queries.ts';

/** Transactions without Prisma, about four times cheaper than Prisma's: for code that runs for every event. */
export function createTransact({ pool }: Database): Transact<Transaction> {
  const tracer = tracerOf(pool.options.application_name ?? 'database');
  return transactBy(async (name, work, timeoutMs) => {
    const client = await pool.connect();
    const send = (text: 'BEGIN' | 'COMMIT' | 'ROLLBACK') =>
      inStatementSpan(tracer, text, text, () => client.query(text));
    const tx = transactionQueries(name, queryOn(client, tracer));
    const timer = new AbortController();
    let broken = false;
    try {
      await send('BEGIN');
      const timedOut = sleep(timeoutMs, undefined, { signal: timer.signal, ref: false }).then(() => {
        throw internal(`the transaction ${name} took longer than ${timeoutMs} ms`);
      });
      // In an async function: a synchronous throw must not leave `timedOut` without a handler.
      const result = await Promise.race([(async () => work(tx))(), timedOut]);
      tx.end();
      tx.refuseIfAborted();
      await send('COMMIT');
      return result;
    } catch (error) {
      tx.end();
      await send('ROLLBACK').catch(() => {
        broken = true;
      });
      throw error;
    } finally {
      timer.abort();
      client.release(broken);
    }
  });
}
