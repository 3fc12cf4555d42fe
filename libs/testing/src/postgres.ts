import { randomBytes } from 'node:crypto';
import { type Migrations, migrate } from '@patchbay/database/migrate';
import { provisionSchema } from '@patchbay/database/provision';
import { createLogger } from '@patchbay/telemetry/logger';
import { Client, escapeIdentifier } from 'pg';
import { testServers } from './servers.ts';

export interface TestDatabaseOptions {
  readonly schema: string;
  /** Those of the service that owns the schema and of the libraries it uses; none leaves the schema empty. */
  readonly migrations?: readonly Migrations[];
  /** Of a superuser. Default: the run's own Postgres. */
  readonly serverUrl?: string;
}

export interface TestDatabase {
  /** Of the superuser, in this database. */
  readonly adminUrl: string;
  /** Of the schema's own role. */
  readonly url: string;
  /** Deletes the database, whoever is still connected to it. */
  drop(): Promise<void>;
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** A database of its own for one test file: role, schema and migrations, as production has them. */
export async function createTestDatabase({
  schema,
  migrations,
  serverUrl = testServers().postgresUrl,
}: TestDatabaseOptions): Promise<TestDatabase> {
  const name = `test_${schema}_${randomBytes(6).toString('hex')}`;
  await execute(serverUrl, `create database ${escapeIdentifier(name)}`);
  const admin = new URL(serverUrl);
  admin.pathname = `/${name}`;
  const drop = () => execute(serverUrl, `drop database if exists ${escapeIdentifier(name)} with (force)`);
  try {
    // Roles belong to the whole server, so every database must give a role the same password.
    const password = `test-password-of-${schema}`;
    const url = await provisionSchema({ adminUrl: admin.href, schema, password });
    if (migrations !== undefined) {
      await migrate({ url, schema, migrations, logger: createLogger({ service: 'test', level: 'silent' }) });
    }
    return { adminUrl: admin.href, url, drop };
  } catch (error) {
    await drop();
    throw error;
  }
}
