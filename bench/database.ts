import { Client, type QueryResultRow } from 'pg';
import { addCleanup } from './cleanup.ts';

export interface Sql {
  query<Row extends QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

/** A connection as superuser, for the schemas of all services and the statistics of Postgres. */
export async function connectSql(url: string): Promise<Sql> {
  const client = new Client({
    connectionString: url,
    application_name: 'bench',
    connectionTimeoutMillis: 5_000,
    query_timeout: 60_000,
  });
  // Without a listener the event would end the process; the next query rejects anyway.
  client.on('error', () => {});
  await client.connect();
  addCleanup(() => client.end());
  return {
    query: async <Row extends QueryResultRow>(text: string, values: readonly unknown[] = []) =>
      (await client.query<Row>(text, [...values])).rows,
  };
}
