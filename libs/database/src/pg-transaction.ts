import { setTimeout as sleep } from 'node:timers/promises';
import { internal } from '@patchbay/errors/failure';
import { tracerOf } from '@patchbay/telemetry/span';
import type { Database } from './pool.ts';
import { inStatementSpan, queryOn } from './queryable.ts';
import { type Transact, type Transaction, transactBy } from './transaction.ts';
import { transactionQueries } from './transaction-queries.ts';

/** Transactions of prepared statements alone. One of Prisma's costs four times as much: this is for what every event passes. */
export function createTransact({ pool }: Database): Transact<Transaction> {
  const tracer = tracerOf(pool.options.application_name ?? 'database');
  return transactBy(async (name, work, timeoutMs) => {
    const client = await pool.connect();
    const send = (text: 'BEGIN' | 'COMMIT' | 'ROLLBACK') =>
      inStatementSpan(tracer, text, text, () => client.query(text));
    const tx = transactionQueries(name, queryOn(client, tracer));
    const patience = new AbortController();
    let broken = false;
    try {
      await send('BEGIN');
      const tooLong = sleep(timeoutMs, undefined, { signal: patience.signal, ref: false }).then(() => {
        throw internal(`the transaction ${name} took longer than ${timeoutMs} ms`);
      });
      const result = await Promise.race([work(tx), tooLong]);
      tx.end();
      await send('COMMIT');
      return result;
    } catch (error) {
      tx.end();
      await send('ROLLBACK').catch(() => {
        broken = true;
      });
      throw error;
    } finally {
      patience.abort();
      client.release(broken);
    }
  });
}
