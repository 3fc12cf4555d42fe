import { Client, type QueryResultRow } from 'pg';
import { atEnd } from './ends.ts';

export interface Sql {
  query<Row extends QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

/** A connection of the superuser, who sees the schemas of all services and what Postgres counts of them. */
export async function connectSql(url: string): Promise<Sql> {
  const client = new Client({
    connectionString: url,
    application_name: 'bench',
    connectionTimeoutMillis: 5_000,
    query_timeout: 60_000,
  });
  // A connection that breaks is told by the next query; the event alone must not end the bench.
  client.on('error', () => {});
  await client.connect();
  atEnd(() => client.end());
  return {
    query: async <Row extends QueryResultRow>(text: string, values: readonly unknown[] = []) =>
      (await client.query<Row>(text, [...values])).rows,
  };
}
