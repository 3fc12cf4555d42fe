import { Client } from 'pg';
import type { Readable } from './scan.ts';

const selectTables = `
  select quote_ident(table_schema) || '.' || quote_ident(table_name) as name
  from information_schema.tables
  where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
  order by 1`;

/** Bytes are `\x…` in the text of a row. */
const decoded = (text: string): string[] =>
  [...text.matchAll(/\\x([0-9a-f]{2,})/g)].map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1'));

/** Every row of every table of every schema, as Postgres writes it as text; bytes also decoded. */
export async function readDatabase(adminUrl: string): Promise<Readable[]> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(selectTables);
    const readables: Readable[] = [];
    for (const { name } of tables) {
      const { rows } = await client.query<{ line: string }>(`select t::text as line from ${name} t`);
      for (const { line } of rows)
        readables.push({ where: `table ${name}`, text: [line, ...decoded(line)].join('\n') });
    }
    return readables;
  } finally {
    await client.end();
  }
}
