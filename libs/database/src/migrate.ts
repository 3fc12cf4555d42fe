import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { internal } from '@patchbay/errors/failure';
import type { Logger } from '@patchbay/telemetry/logger';
import { Client, escapeIdentifier } from 'pg';
import { lockKey } from './leader.ts';

/** Migrations that belong together: one folder each with its `migration.sql`, applied in the order of their names. */
export interface Migrations {
  /** Found from sources and from a built image alike. */
  readonly directory: URL;
  /** The library whose tables they make: recorded as `<library>/<name>`. None: they are the service's own. */
  readonly library?: string;
}

export interface MigrateOptions {
  /** Of the schema's own role: what a migration creates belongs to it. */
  readonly url: string;
  readonly schema: string;
  /**
   * The service's own, then those of the libraries whose tables it uses: what a service has created itself before, the
   * library finds.
   */
  readonly migrations: readonly Migrations[];
  readonly logger: Logger;
}

interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/** Prisma's own table, so that its tools see what was applied. */
const table = `create table if not exists _prisma_migrations (
  id varchar(36) primary key not null,
  checksum varchar(64) not null,
  finished_at timestamptz,
  migration_name varchar(255) not null,
  logs text,
  rolled_back_at timestamptz,
  started_at timestamptz not null default now(),
  applied_steps_count integer not null default 0
)`;

async function readMigrations({ directory, library }: Migrations): Promise<Migration[]> {
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

/** Names of what was applied, with checksums. Refuses a migration that somebody left half done. */
async function readApplied(client: Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; checksum: string; finished: boolean }>(
    `select migration_name as name, checksum, finished_at is not null as finished
     from _prisma_migrations where rolled_back_at is null`,
  );
  const unfinished = rows.find(({ finished }) => !finished);
  if (unfinished !== undefined) throw internal(`migration ${unfinished.name} was begun and never finished`);
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

async function apply(client: Client, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query('begin');
    await client.query(sql);
    await client.query(
      `insert into _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
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
 * Applies what was not applied yet, each migration in one transaction, and returns the names. Safe to run again and from
 * several processes at once: the others wait, then find nothing to do. A migration that was applied and has changed since
 * is refused before anything is done; one that this version does not know belongs to a newer one and is left alone.
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
    connectionTimeoutMillis: 3_000,
    keepAlive: true,
  });
  // A lost connection also rejects the statement that runs, which is where it is told.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(`set search_path to ${escapeIdentifier(schema)}`);
    await client.query('select pg_advisory_lock($1)', [lockKey(`migrate ${schema}`).toString()]);
    await client.query(table);
    const applied = await readApplied(client);
    const changed = migrations.find(({ name, checksum }) => (applied.get(name) ?? checksum) !== checksum);
    if (changed !== undefined) {
      throw internal(`migration ${changed.name} was changed after it had been applied: write a new one`);
    }
    const pending = migrations.filter(({ name }) => !applied.has(name));
    for (const migration of pending) {
      await apply(client, migration);
      logger.info({ schema, migration: migration.name }, 'migrated');
    }
    return pending.map(({ name }) => name);
  } finally {
    await client.end();
  }
}
