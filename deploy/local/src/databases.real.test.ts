import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Migrations, migrate, needsGrants } from '@patchbay/database/migrate';
import { createPool, type Database } from '@patchbay/database/pool';
import { type PublishingService, publishingServices } from '@patchbay/platform/services';
import { createTemporaryDirectory } from '@patchbay/servers/temporary-directory';
import { provisionService } from '@patchbay/service/provision';
import { createLogger } from '@patchbay/telemetry/logger';
import { createTestDatabase, patience, type TestDatabase } from '@patchbay/testing/postgres';
import { launchProcess } from '@patchbay/testing/process';
import { definitionsInDatabase, factsOfDatabase } from '@patchbay/testing/schema/database-schema';
import { differences, type SchemaFacts } from '@patchbay/testing/schema/facts';
import { factsOfPrismaSchema } from '@patchbay/testing/schema/prisma-schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ddlIn, ddlOn, dmlOn, namesIn, rightsOf } from './role-rights.fixture.ts';
import { migrationsOf } from './services.ts';

const logger = createLogger({ service: 'test', level: 'silent' });

/** The definitions of the tables that these migrations create in an empty schema. */
async function definitionsOf(schema: string, owner: string, migrations: readonly Migrations[]) {
  const database = await createTestDatabase({ schema, owner, migrations });
  try {
    return await definitionsInDatabase(database.ownerUrl, schema);
  } finally {
    await database.drop();
  }
}

/** As it was before there were owners. */
async function ownedByService({ adminUrl }: TestDatabase, schema: string, owner: string): Promise<void> {
  const admin = createPool({ url: adminUrl, applicationName: 'test', ...patience, logger });
  await admin.pool.query(`reassign owned by ${owner} to ${schema}`);
  await admin.component.stop();
}

const passwordIn = (url: string): string => decodeURIComponent(new URL(url).password);

const pick = (facts: SchemaFacts, tables: ReadonlySet<string>): SchemaFacts =>
  new Map([...facts].filter(([table]) => tables.has(table)));

describe.each(Object.values(migrationsOf))('the database of $schema', (migrated) => {
  const { schema, owner, programRoles = [], migrations } = migrated;
  let database: TestDatabase;
  let service: Database;

  beforeAll(async () => {
    database = await createTestDatabase(migrated);
    service = createPool({ url: database.url, applicationName: 'test', ...patience, logger });
  });
  afterAll(async () => {
    await service?.component.stop();
    await database?.drop();
  });

  it('a service has the outbox tables if and only if it publishes events', () => {
    const libraries = migrations.map(({ library }) => library);
    expect(libraries.includes('events')).toBe(publishingServices.includes(schema as PublishingService));
  });

  it('the migrated tables are those of schema.prisma and of the libraries', async () => {
    const own = migrations.find(({ library }) => library === undefined);
    if (own === undefined) throw new Error(`${schema} has no migrations of its own`);
    const libraries = migrations.filter(({ library }) => library !== undefined);
    const declared = factsOfPrismaSchema(await readFile(new URL('../schema.prisma', own.directory), 'utf8'));
    const facts = await factsOfDatabase(database.ownerUrl, schema);
    const definitions = await definitionsInDatabase(database.ownerUrl, schema);
    const fromLibraries = await definitionsOf(schema, owner, libraries);
    const tables = new Set(fromLibraries.keys());
    const ownFacts = new Map([...facts].filter(([table]) => !tables.has(table)));
    expect(differences(declared, ownFacts)).toEqual({ onlyDeclared: [], onlyActual: [] });
    // The service's own migrations may have created a library's table first: its definition must not differ.
    expect(pick(definitions, tables)).toEqual(fromLibraries);
  });

  it('schema.prisma is valid for Prisma', { tags: 'soak' }, async () => {
    const own = migrations.find(({ library }) => library === undefined);
    const prisma = fileURLToPath(new URL('../../../node_modules/.bin/prisma', import.meta.url));
    const schemaFile = fileURLToPath(new URL('../schema.prisma', own?.directory));
    // Prisma looks for its schema engine first, which it would download, and does not run it.
    const env = { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: '/bin/false', CHECKPOINT_DISABLE: '1' };
    const { stdout } = await promisify(execFile)(prisma, ['validate', '--schema', schemaFile], { env });
    expect(stdout).toContain('is valid');
  });

  /** Runs each statement as the service; those that are not refused for want of a right, with what they ended with instead. */
  async function notRefused(statements: readonly string[]): Promise<string[]> {
    const ended: string[] = [];
    // On one connection: the pool would close it after each statement that fails, and open another one.
    const connection = await service.pool.connect();
    for (const statement of statements) {
      const code = await connection.query(statement).then(
        () => 'done',
        (error: { code?: string }) => error.code,
      );
      if (code !== '42501') ended.push(`${statement}: ${code}`);
    }
    connection.release();
    return ended;
  }
  /** Every kind of statement, and of each table one: Postgres asks for the same right for all kinds, which is to own the table. */
  const allDdl = async (): Promise<string[]> => {
    const names = await namesIn(service, schema);
    const [{ table: first } = { table: '' }, ...others] = names.tables;
    return [
      ...ddlIn(schema, owner, names),
      ...ddlOn(first, schema),
      ...others.flatMap(({ table }) => [`alter table ${table} add column more text`, `truncate ${table}`]),
    ];
  };

  it('the role of a service cannot alter its schema', async () => {
    const before = await definitionsInDatabase(database.ownerUrl, schema);
    expect(before.size).toBeGreaterThan(4);
    expect(await notRefused(await allDdl())).toEqual([]);
    expect(await definitionsInDatabase(database.ownerUrl, schema)).toEqual(before);
  });

  it('only the owner, the service and its other programs have rights on the schema, and none can grant rights to others', async () => {
    const { tables } = await namesIn(service, schema);
    // Postgres only warns of a grant by somebody who has rights on the table and may grant none.
    for (const { table } of tables)
      await service.pool.query(`grant all on ${table} to public`).catch(() => {});
    const grantees = await rightsOf(service, schema);
    expect(Object.keys(grantees).filter((role) => role !== owner)).toEqual([schema, ...programRoles]);
  });

  // The narrower rights of audit are tested beside it.
  describe.runIf(needsGrants(migrations))('as its service uses it', () => {
    const canWriteRows = async (): Promise<void> => {
      const { tables } = await namesIn(service, schema);
      for (const { table, column } of tables.filter(({ table: name }) => name !== '_prisma_migrations'))
        for (const statement of dmlOn(table, column)) await service.pool.query(statement);
    };

    it('the service may read and write the rows of every table but the one of migrations, and nothing else', async () => {
      await canWriteRows();
      const { tables, sequences } = await namesIn(service, schema);
      const rows = tables
        .filter(({ table }) => table !== '_prisma_migrations')
        .map(({ table }) => [table, 'delete insert select update']);
      const expected = Object.fromEntries([...rows, ...sequences.map((name) => [name, 'usage'])]);
      expect((await rightsOf(service, schema))[schema]).toEqual(expected);
    });

    it('a schema that the service owned is handed to its owner role, and the service keeps working meanwhile', async () => {
      await ownedByService(database, schema, owner);
      for (const url of [database.url, database.ownerUrl])
        await expect(migrate({ url, schema, migrations, logger })).rejects.toThrow('migrate as its owner');
      const passwordOf = (role: string) => passwordIn(database.urlOf(role));
      await provisionService(migrated, { adminUrl: database.adminUrl, passwordOf });
      await canWriteRows();
      // Which is refused while the service owns anything.
      expect(await migrate({ url: database.ownerUrl, schema, migrations, logger })).toEqual([]);
      const forbidden = ['create table mine ()', 'drop table outbox', 'delete from _prisma_migrations'];
      expect(await notRefused(forbidden)).toEqual([]);
    });
  });
});

describe('main-provision', () => {
  it('main-provision creates the schema and the roles of a service with passwords from files', async () => {
    const { schema, owner } = migrationsOf.integration;
    const database = await createTestDatabase({ schema, owner });
    const directory = await createTemporaryDirectory();
    try {
      await ownedByService(database, schema, owner);
      const file = async (name: string, url: string) => {
        await writeFile(join(directory.path, name), `${passwordIn(url)}\n`);
        return join(directory.path, name);
      };
      const provisioning = await launchProcess({
        entry: new URL('../../../services/integration/src/main-provision.ts', import.meta.url),
        env: {
          DATABASE_ADMIN_URL: database.adminUrl,
          DATABASE_PASSWORD_FILE: await file('role', database.url),
          DATABASE_OWNER_PASSWORD_FILE: await file('owner', database.ownerUrl),
          RELAY_DATABASE_PASSWORD_FILE: await file('relay', database.urlOf('relay')),
        },
      });
      const exit = await provisioning.exited;
      expect({ ...exit, log: provisioning.log() }).toMatchObject({ code: 0 });
      // Which is refused while the service owns the schema.
      await migrate({ url: database.ownerUrl, schema, migrations: [], logger });
      const relay = createPool({
        url: database.urlOf('relay'),
        applicationName: 'test',
        ...patience,
        logger,
      });
      const { rows } = await relay.pool.query('select current_schema() as schema');
      await relay.component.stop();
      expect(rows).toEqual([{ schema }]);
    } finally {
      await database.drop();
      await directory.remove();
    }
  });
});
