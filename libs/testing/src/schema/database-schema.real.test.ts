import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createTemporaryDirectory } from '@patchbay/servers/temporary-directory';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../postgres.ts';
import { definitionsInDatabase, factsOfDatabase } from './database-schema.ts';
import { differences } from './facts.ts';
import { factsOfPrismaSchema } from './prisma-schema.ts';

const sql = `
create type size as enum ('small', 'large');
create table things (
  id bigint generated always as identity primary key,
  name text not null unique,
  size size not null default 'small',
  weight integer check (weight > 0),
  parts text[] not null,
  made_at timestamptz(3) not null default now(),
  dropped text
);
alter table things drop column dropped;
create index things_size_made_at_idx on things (size, made_at);
create unique index things_heavy on things (weight) where weight > 10;
create index things_lower on things (lower(name));
`;

const declared = `
enum Size {
  small
  large
  @@map("size")
}
model Thing {
  id     BigInt   @id @default(autoincrement())
  name   String   @unique
  size   Size     @default(small)
  weight Int?
  parts  String[]
  madeAt DateTime @default(now()) @map("made_at") @db.Timestamptz(3)

  @@index([size, madeAt])
  @@map("things")
}
`;

describe('a schema in the database', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    const directory = await createTemporaryDirectory();
    await mkdir(join(directory.path, '1_things'));
    await writeFile(join(directory.path, '1_things', 'migration.sql'), sql);
    database = await createTestDatabase({
      schema: 'sample',
      migrations: [{ directory: pathToFileURL(`${directory.path}/`) }],
    });
    await directory.remove();
  });
  afterAll(() => database?.drop());

  const against = async (text: string) =>
    differences(factsOfPrismaSchema(text), await factsOfDatabase(database.url, 'sample'));

  it('the database is described like schema.prisma, without partial indexes and indexes of expressions', async () => {
    expect(await against(declared)).toEqual({ onlyDeclared: [], onlyActual: [] });
  });

  it('the database differs from a schema.prisma with a column less or a column more', async () => {
    expect(await against(declared.replace(/  weight .*\n/, ''))).toEqual({
      onlyDeclared: [],
      onlyActual: ['things: weight: integer null'],
    });
    expect(await against(declared.replace('  weight', '  height Int?\n  weight'))).toEqual({
      onlyDeclared: ['things: height: integer null'],
      onlyActual: [],
    });
  });

  it('the database is described completely in the terms of Postgres', async () => {
    const definitions = (await definitionsInDatabase(database.url, 'sample')).get('things')?.join('\n');
    for (const part of ['weight > 10', 'lower(name)', 'CHECK ((weight > 0))', 'small', '1 id bigint a']) {
      expect(definitions).toContain(part);
    }
  });
});
