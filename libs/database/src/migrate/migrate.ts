import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { internal } from '@patchbay/errors/failure';
import type { Logger } from '@patchbay/telemetry/logger';
import { Client, escapeIdentifier } from 'pg';
import { lockKey } from '../locks.ts';
import { assertSupportedPostgres } from '../version.ts';
import { assertMigratesAsOwner, grantRows, migrationsTable } from './rights.ts';

/** A directory with one folder per migration, each with a `migration.sql`; applied in the order of the folder names. */
export interface Migrations {
  /** Must resolve both from the sources and from the built image. */
  readonly directory: URL;
  /** The library whose tables they create: recorded as `<library>/<name>`. Undefined: the service's own migrations. */
  readonly library?: string;
  /**
   * They grant the role of the schema its rights themselves, on the tables of libraries too. Default: it may read and write the rows of
   * every table, except that of migrations.
   */
  readonly grantsRights?: boolean;
}

/** Whether migrations leave it to the runner to grant rights. */
export const needsGrants = (migrations: readonly Migrations[]): boolean =>
  !migrations.some(({ grantsRights = false }) => grantsRights);

export interface MigrateOptions {
  /** Logs in as the owner of the schema, who then owns everything that a migration creates. */
  readonly url: string;
  /** Also the name of the role that the service works as. */
  readonly schema: string;
  /**
   * The service's own first, then those of the libraries whose tables it uses: a library's `create table if not exists`
   * must find a table that an earlier migration of the service created.
   */
  readonly migrations: readonly Migrations[];
  readonly logger: Logger;
}

interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/** The same table as Prisma's. */
const createMigrationsTable = `create table if not exists ${migrationsTable} (
  id varchar(36) primary key not null,
  checksum varchar(64) not null,
  finished_at timestamptz,
  migration_name varchar(255) not null,
  logs text,
  rolled_back_at timestamptz,
  started_at timestamptz not null default now(),
  applied_steps_count integer not null default 0
)`;

/** The migrations of a directory, in order. */
export async function readMigrations({ directory, library }: Migrations): Promise<Migration[]> {
  const path = fileURLToPath(directory);
  const entries = await readdir(path, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    folders.toSorted().map(async (folder) => {
      const sql = await readFile(join(path, folder, 'migration.sql'), 'utf8');
      const name = library === undefined ? folder : `${library}/${folder}`;
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/** Checksums of the applied migrations by name. Throws if one has begun and not finished, as other tools can leave it. */
async function readApplied(client: Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; checksum: string; finished: boolean }>(
    `select migration_name as name, checksum, finished_at is not null as finished
     from ${migrationsTable} where rolled_back_at is null`,
  );
  const unfinished = rows.find(({ finished }) => !finished);
  if (unfinished !== undefined) throw internal(`migration ${unfinished.name} was begun and never finished`);
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

async function apply(
  client: Client,
  { name, sql, checksum }: Migration,
  grant: () => Promise<void>,
): Promise<void> {
  try {
    await client.query('begin');
    await client.query(sql);
    // In the same transaction: a trigger may write into a new table as soon as the migration is committed.
    await grant();
    await client.query(
      `insert into ${migrationsTable} (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       values ($1, $2, $3, now(), clock_timestamp(), 1)`,
      [randomUUID(), checksum, name],
    );
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw internal(`migration ${name}: ${error instanceof Error ? error.message : String(error)}`, error);
  }
}

/**
 * Applies the pending migrations, each in one transaction with the rights on what it creates, and returns their names. Grants
 * missing rights also where none is pending. An advisory lock lets one process at a time migrate a schema; the others wait and then
 * find nothing pending. Throws before applying anything if the text of an applied migration has changed, or if the service could
 * alter what is migrated. An applied migration that is not in the directories comes from a newer version: ignored.
 */
export async function migrate({
  url,
  schema,
  migrations: sources,
  logger,
}: MigrateOptions): Promise<string[]> {
  const migrations = (await Promise.all(sources.map(readMigrations))).flat();
  const client = new Client({
    connectionString: url,
    application_name: `migrate ${schema}`,
    // No request waits for this connection, so it may take longer than one of a pool.
    connectionTimeoutMillis: 30_000,
    keepAlive: true,
  });
  // A lost connection also rejects the running statement; without a listener the event would end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    await assertSupportedPostgres(client);
    await client.query(`set search_path to ${escapeIdentifier(schema)}`);
    await client.query('select pg_advisory_lock($1)', [lockKey(`migrate ${schema}`).toString()]);
    await assertMigratesAsOwner(client, schema);
    await client.query(createMigrationsTable);
    const applied = await readApplied(client);
    const changed = migrations.find(({ name, checksum }) => (applied.get(name) ?? checksum) !== checksum);
    if (changed !== undefined) {
      throw internal(`migration ${changed.name} was changed after it had been applied: write a new one`);
    }
    const grant = async () => {
      if (needsGrants(sources)) await grantRows(client, schema);
    };
    await grant();
    const pending = migrations.filter(({ name }) => !applied.has(name));
    for (const migration of pending) {
      await apply(client, migration, grant);
      logger.info({ schema, migration: migration.name }, 'migrated');
    }
    return pending.map(({ name }) => name);
  } finally {
    await client.end();
  }
}
