import { randomBytes } from 'node:crypto';
import { type Migrations, migrate } from '@patchbay/database/migrate';
import { provisionSchema } from '@patchbay/database/provision';
import { createLogger } from '@patchbay/telemetry/logger';
import { Client, escapeIdentifier } from 'pg';
import { testServers } from './servers.ts';

export interface TestDatabaseOptions {
  readonly schema: string;
  /** The role that owns the schema and migrates it. Default: the name of the schema and `_owner`. */
  readonly owner?: string;
  /** Those of the service and of the libraries it uses. Default: none, the schema stays empty. */
  readonly migrations?: readonly Migrations[];
  /** Logs in as a superuser. Default: the Postgres of the test run. */
  readonly serverUrl?: string;
}

export interface TestDatabase {
  /** This database; logs in as the superuser. */
  readonly adminUrl: string;
  /** This database; logs in as the schema's own role, which may read and write the rows of what migrations have created. */
  readonly url: string;
  /** This database; logs in as the owner of the schema. */
  readonly ownerUrl: string;
  /** Runs a statement as the owner: the role of the schema may alter no table. */
  readonly asOwner: (statement: string) => Promise<void>;
  /** Drops the database and closes connections to it. */
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

/** A new database for one test file, with roles, schema and migrations as in production. */
export async function createTestDatabase({
  schema,
  owner = `${schema}_owner`,
  migrations,
  serverUrl = testServers().postgresUrl,
}: TestDatabaseOptions): Promise<TestDatabase> {
  const name = `test_${schema}_${randomBytes(6).toString('hex')}`;
  await execute(serverUrl, `create database ${escapeIdentifier(name)}`);
  const admin = new URL(serverUrl);
  admin.pathname = `/${name}`;
  const drop = () => execute(serverUrl, `drop database if exists ${escapeIdentifier(name)} with (force)`);
  try {
    // Roles are shared by all databases of the server, so a role must have the same password everywhere.
    const passwordOf = (role: string) => `test-password-of-${role}`;
    const { url, ownerUrl } = await provisionSchema({
      adminUrl: admin.href,
      schema,
      password: passwordOf(schema),
      owner: { role: owner, password: passwordOf(owner) },
    });
    if (migrations !== undefined) {
      const logger = createLogger({ service: 'test', level: 'silent' });
      await migrate({ url: ownerUrl, schema, migrations, logger });
    }
    return {
      adminUrl: admin.href,
      url,
      ownerUrl,
      asOwner: (statement) => execute(ownerUrl, statement),
      drop,
    };
  } catch (error) {
    await drop();
    throw error;
  }
}
