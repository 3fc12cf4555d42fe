import { readFile } from 'node:fs/promises';
import type { Migrations } from '@patchbay/database/migrate';
import { type PublishingService, publishingServices } from '@patchbay/platform/services';
import { createTestDatabase } from '@patchbay/testing/postgres';
import { definitionsInDatabase, factsOfDatabase } from '@patchbay/testing/schema/database-schema';
import { differences, type SchemaFacts } from '@patchbay/testing/schema/facts';
import { factsOfPrismaSchema } from '@patchbay/testing/schema/prisma-schema';
import { describe, expect, it } from 'vitest';
import { migrationsOf } from './services.ts';

/** The tables that these migrations create in an empty schema. */
async function migrated(schema: string, owner: string | undefined, migrations: readonly Migrations[]) {
  const database = await createTestDatabase({ schema, migrations, ...(owner !== undefined && { owner }) });
  try {
    return {
      facts: await factsOfDatabase(database.ownerUrl, schema),
      definitions: await definitionsInDatabase(database.ownerUrl, schema),
    };
  } finally {
    await database.drop();
  }
}

const pick = (facts: SchemaFacts, tables: ReadonlySet<string>): SchemaFacts =>
  new Map([...facts].filter(([table]) => tables.has(table)));

describe.each(Object.values(migrationsOf))('the database of $schema', ({ schema, owner, migrations }) => {
  it('has the outbox of libs/events exactly where the table of services says that it publishes', () => {
    const libraries = migrations.map(({ library }) => library);
    expect(libraries.includes('events')).toBe(publishingServices.includes(schema as PublishingService));
  });

  it('is what its schema.prisma and the libraries say', async () => {
    const own = migrations.find(({ library }) => library === undefined);
    if (own === undefined) throw new Error(`${schema} has no migrations of its own`);
    const libraries = migrations.filter(({ library }) => library !== undefined);
    const declared = factsOfPrismaSchema(await readFile(new URL('../schema.prisma', own.directory), 'utf8'));
    const service = await migrated(schema, owner, migrations);
    const fromLibraries = await migrated(schema, owner, libraries);
    const tables = new Set(fromLibraries.definitions.keys());
    const ownFacts = new Map([...service.facts].filter(([table]) => !tables.has(table)));
    expect(differences(declared, ownFacts)).toEqual({ onlyDeclared: [], onlyActual: [] });
    // The service's own migrations may have created a library's table first: its definition must not differ.
    expect(pick(service.definitions, tables)).toEqual(fromLibraries.definitions);
  });
});
