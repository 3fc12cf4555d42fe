import { translated } from '@patchbay/database/errors';
import type { Database, Statement } from '@patchbay/database/pool';
import type { QueryResultRow } from 'pg';

/** This service's open transaction: every function that takes one runs inside it. */
export interface Tx {
  query<Row extends QueryResultRow>(statement: Statement, values: readonly unknown[]): Promise<Row[]>;
}

/** A connection that is lost also rejects the statement that runs, which is where it is told. */
const ignore = () => {};

/**
 * One transaction of prepared statements: every event passes here, and an interactive transaction of Prisma costs four
 * times as much. Nothing is tried again: whoever delivers the events delivers them again. An unreachable database is the
 * failure `unavailable`.
 */
export async function inTransaction<T>({ pool }: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool.connect().catch((error: unknown) => {
    throw translated(error);
  });
  client.on('error', ignore);
  let broken = false;
  try {
    await client.query('begin');
    const result = await work({
      query: async <Row extends QueryResultRow>({ name, text }: Statement, values: readonly unknown[]) =>
        (await client.query<Row>({ name, text, values: [...values] })).rows,
    });
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => {
      broken = true;
    });
    throw translated(error);
  } finally {
    client.off('error', ignore);
    client.release(broken);
  }
}
