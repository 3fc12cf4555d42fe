/** `make bench-storage`: bytes of Postgres for each thousand users, integrations, audit entries and so on, and of Redis for callers. */
import { join } from 'node:path';
import { prepareDatabases } from '@patchbay/local/databases';
import { provisionServers } from '@patchbay/servers/provision';
import { createTemporaryDirectory } from '@patchbay/servers/temporary-directory';
import { createLogger } from '@patchbay/telemetry/logger';
import { table } from '@patchbay/testing/table';
import { Client } from 'pg';
import { addCleanup, cleanUp, cleanUpOnSignals, isCleaningUp } from './cleanup.ts';
import { passwordOf } from './stack.ts';
import { appendEntries } from './storage-entries.ts';
import { redisBytesPerCaller } from './storage-redis.ts';
import { stored } from './storage-rows.ts';

/** Of each kind. Enough that the free part of the last page of a table or index does not count. */
const things = 20_000;
const entries = 100_000;

interface Size {
  readonly table: number;
  readonly indexes: number;
}

/** Of tables with their partitions; what TOAST stores counts as part of the table. */
async function sizeOf(client: Client, tables: readonly string[]): Promise<Size> {
  await client.query(`vacuum analyze ${tables.join(', ')}`);
  const { rows } = await client.query<Size>(
    `select sum(pg_table_size(part))::float8 as table, sum(pg_indexes_size(part))::float8 as indexes
       from unnest($1::text[]) as name left join lateral pg_partition_tree(name::regclass) on isleaf,
         coalesce(relid, name::regclass) as part`,
    [tables],
  );
  return rows[0] ?? { table: Number.NaN, indexes: Number.NaN };
}

async function grown(
  client: Client,
  tables: readonly string[],
  insert: () => Promise<unknown>,
): Promise<Size> {
  const before = await sizeOf(client, tables);
  await insert();
  const after = await sizeOf(client, tables);
  return { table: after.table - before.table, indexes: after.indexes - before.indexes };
}

async function measure(): Promise<void> {
  const directory = await createTemporaryDirectory('patchbay-storage-');
  addCleanup(() => directory.remove());
  const servers = await provisionServers({
    want: ['postgres', 'redis'],
    // Always servers of the bench's own: it inserts rows and reads the memory in use.
    environment: { ...process.env, DATABASE_URL: undefined, REDIS_URL: undefined },
    directory: join(directory.path, 'servers'),
    log: (line) => void process.stderr.write(`  ${line}\n`),
  });
  addCleanup(() => servers.stop());
  const logger = createLogger({ service: 'bench', level: 'warn' });
  await prepareDatabases({ adminUrl: servers.postgres.url, passwordOf, logger });
  const client = new Client({ connectionString: servers.postgres.url });
  await client.connect();
  addCleanup(() => client.end());

  const rows: string[][] = [];
  const add = (name: string, size: Size, count: number): void => {
    const kilobytes = (bytes: number): string => (bytes / count / 1_000).toFixed(2);
    rows.push([name, kilobytes(size.table), kilobytes(size.indexes), kilobytes(size.table + size.indexes)]);
  };
  for (const { name, tables, inserts } of stored) {
    const size = await grown(client, tables, async () => {
      for (const text of inserts) await client.query(text, [things]);
    });
    add(name, size, things);
  }
  add('audit entries', await grown(client, ['audit.entries'], () => appendEntries(client, entries)), entries);
  process.stdout.write(
    `Postgres, after vacuum: kB for each, which is MB for a thousand, from ${things.toLocaleString('en')} (entries: ${entries.toLocaleString('en')})\n\n` +
      `${table(['', 'tables', 'indexes', 'in all'], rows)}\n\n` +
      `Bytes of Redis for each caller of the last minute: ${(await redisBytesPerCaller(servers.redis.url)).toFixed(0)}\n`,
  );
}

cleanUpOnSignals();
try {
  await measure();
} catch (error) {
  process.exitCode = 1;
  if (!isCleaningUp()) process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
}
await cleanUp();
