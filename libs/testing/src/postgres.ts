import { hash, randomBytes } from 'node:crypto';
import { type Migrations, migrate, readMigrations } from '@patchbay/database/migrate';
import { provisionSchema, roleUrl } from '@patchbay/database/provision';
import { createLogger } from '@patchbay/telemetry/logger';
import { Client } from 'pg';
import { testServers } from './servers.ts';

export interface TestDatabaseOptions {
  readonly schema: string;
  /** The role that owns the schema and migrates it. Default: the name of the schema and `_owner`. */
  readonly owner?: string;
  /** Further roles that work in the schema. Default: none. */
  readonly programRoles?: readonly string[];
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
  /** This database; logs in as a role of it. */
  readonly urlOf: (role: string) => string;
  /** Runs a statement as the owner: the role of the schema may alter no table. */
  readonly asOwner: (statement: string) => Promise<void>;
  /** Drops the database and closes connections to it. */
  drop(): Promise<void>;
}

/** For pools of tests: longer than anything takes on a slow machine. */
export const patience = { lockTimeoutMs: 50_000, statementTimeoutMs: 60_000, connectTimeoutMs: 60_000 };

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const execute = (url: string, statement: string): Promise<void> =>
  withClient(url, async (client) => void (await client.query(statement)));

const databaseUrl = (serverUrl: string, name: string): string => {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
};

type Service = Required<TestDatabaseOptions>;

// Roles are shared by all databases of the server, so a role must have the same password everywhere.
const passwordOf = (role: string): string => `test-password-of-${role}`;

const provision = (
  adminUrl: string,
  { schema, owner, programRoles }: Pick<Service, 'schema' | 'owner' | 'programRoles'>,
) =>
  provisionSchema({
    adminUrl,
    schema,
    password: passwordOf(schema),
    owner: { role: owner, password: passwordOf(owner) },
    others: programRoles.map((role) => ({ role, password: passwordOf(role) })),
  });

/**
 * The name of a migrated database that test databases are copied from; migrated by the first who asks for it. Its name has a digest
 * of the migrations: a server that outlives the test run has one per state of them.
 */
async function templateOf(service: Service): Promise<string> {
  const { schema, owner, migrations, serverUrl } = service;
  const applied = (await Promise.all(migrations.map(readMigrations))).flat();
  const grants = migrations.map(({ grantsRights }) => grantsRights);
  const digest = hash('sha256', JSON.stringify([owner, grants, applied])).slice(0, 16);
  const name = `template_${schema}_${digest}`;
  await withClient(serverUrl, async (client) => {
    // Released with the connection. Test files of other processes wait here for the template.
    await client.query('select pg_advisory_lock(hashtext($1))', [name]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 1) return;
    const unfinished = `${name}_unfinished`;
    await client.query(`drop database if exists ${unfinished} with (force)`);
    await client.query(`create database ${unfinished}`);
    const { ownerUrl } = await provision(databaseUrl(serverUrl, unfinished), service);
    const logger = createLogger({ service: 'test', level: 'silent' });
    await migrate({ url: ownerUrl, schema, migrations, logger });
    await client.query(`alter database ${unfinished} rename to ${name}`);
  });
  return name;
}

/** A new database for one test file, with roles, schema and migrations as in production. */
export async function createTestDatabase({
  schema,
  owner = `${schema}_owner`,
  programRoles = [],
  migrations = [],
  serverUrl = testServers().postgresUrl,
}: TestDatabaseOptions): Promise<TestDatabase> {
  const name = `test_${schema}_${randomBytes(6).toString('hex')}`;
  const service = { schema, owner, programRoles, migrations, serverUrl };
  const template = migrations.length === 0 ? 'template1' : await templateOf(service);
  await execute(serverUrl, `create database ${name} template ${template}`);
  const adminUrl = databaseUrl(serverUrl, name);
  const drop = () => execute(serverUrl, `drop database if exists ${name} with (force)`);
  try {
    // A copy has the tables and the rights on them, but not the rights and settings of the database itself.
    const { url, ownerUrl } = await provision(adminUrl, service);
    const urlOf = (role: string) => roleUrl(adminUrl, { role, password: passwordOf(role) });
    return { adminUrl, url, ownerUrl, urlOf, asOwner: (statement) => execute(ownerUrl, statement), drop };
  } catch (error) {
    await drop();
    throw error;
  }
}
