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

// Roles are shared by all databases of the server, so a role must have the same password everywhere.
export const passwordOf = (role: string): string => `test-password-of-${role}`;

const provision = (
  adminUrl: string,
  { schema, owner, programRoles }: Required<Pick<TestDatabaseOptions, 'schema' | 'owner' | 'programRoles'>>,
) =>
  provisionSchema({
    adminUrl,
    schema,
    password: passwordOf(schema),
    owner: { role: owner, password: passwordOf(owner) },
    others: programRoles.map((role) => ({ role, password: passwordOf(role) })),
  });

export interface TemplateOptions {
  /** Logs in as a superuser. Default: the Postgres of the test run. */
  readonly serverUrl?: string;
  /** The beginning of the names of the template and its copies. */
  readonly name: string;
  /** Everything that `prepare` depends on: a server that outlives the test run has a template for each state of it. */
  readonly state: unknown;
  /** Fills the template, an empty database, as the superuser. */
  readonly prepare: (adminUrl: string) => Promise<void>;
}

/** Makes the template, unless another process has made it meanwhile. */
async function makeTemplate(
  client: Client,
  template: string,
  { serverUrl, prepare }: Required<TemplateOptions>,
): Promise<void> {
  await client.query('select pg_advisory_lock(hashtext($1))', [template]);
  try {
    if (await exists(client, template)) return;
    const unfinished = `${template}_unfinished`;
    await client.query(`drop database if exists ${unfinished} with (force)`);
    await client.query(`create database ${unfinished}`);
    await prepare(databaseUrl(serverUrl, unfinished));
    await client.query(`alter database ${unfinished} rename to ${template}`);
  } finally {
    await client.query('select pg_advisory_unlock(hashtext($1))', [template]);
  }
}

const exists = async (client: Client, database: string): Promise<boolean> =>
  (await client.query('select from pg_database where datname = $1', [database])).rowCount === 1;

/** A new database, a copy of a template. It has its tables and the rights on them, but not the rights and settings of the database itself. */
export async function copyTemplate({
  serverUrl = testServers().postgresUrl,
  ...options
}: TemplateOptions): Promise<Pick<TestDatabase, 'adminUrl' | 'drop'>> {
  const template = `template_${options.name}_${hash('sha256', JSON.stringify(options.state)).slice(0, 16)}`;
  const name = `test_${options.name}_${randomBytes(6).toString('hex')}`;
  await withClient(serverUrl, async (client) => {
    if (!(await exists(client, template))) await makeTemplate(client, template, { serverUrl, ...options });
    await client.query(`create database ${name} template ${template}`);
  });
  return {
    adminUrl: databaseUrl(serverUrl, name),
    drop: () => execute(serverUrl, `drop database if exists ${name} with (force)`),
  };
}

/** What a migrated database depends on. */
export const stateOf = async (migrations: readonly Migrations[]): Promise<unknown> => [
  migrations.map(({ grantsRights }) => grantsRights),
  (await Promise.all(migrations.map(readMigrations))).flat(),
];

/** A new database for one test file, with roles, schema and migrations as in production. */
export async function createTestDatabase({
  schema,
  owner = `${schema}_owner`,
  programRoles = [],
  migrations = [],
  serverUrl = testServers().postgresUrl,
}: TestDatabaseOptions): Promise<TestDatabase> {
  const service = { schema, owner, programRoles };
  const { adminUrl, drop } = await copyTemplate({
    serverUrl,
    name: schema,
    state: [owner, await stateOf(migrations)],
    async prepare(templateUrl) {
      if (migrations.length === 0) return;
      const { ownerUrl } = await provision(templateUrl, service);
      const logger = createLogger({ service: 'test', level: 'silent' });
      await migrate({ url: ownerUrl, schema, migrations, logger });
    },
  });
  try {
    const { url, ownerUrl } = await provision(adminUrl, service);
    const urlOf = (role: string) => roleUrl(adminUrl, { role, password: passwordOf(role) });
    return { adminUrl, url, ownerUrl, urlOf, asOwner: (statement) => execute(ownerUrl, statement), drop };
  } catch (error) {
    await drop();
    throw error;
  }
}
