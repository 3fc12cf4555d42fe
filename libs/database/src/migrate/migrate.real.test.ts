import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { provisionSchema } from '../provision/provision.ts';
import { sharedScratchDatabase, silent } from '../scratch-database.fixture.ts';
import { migrate } from './migrate.ts';

const scratch = await sharedScratchDatabase('shelf', 'shelf_owner');
let url: string;
let ownerUrl: string;
let directory: string;

const write = async (name: string, sql: string, library?: string): Promise<void> => {
  const folder = join(library === undefined ? directory : `${directory}-${library}`, name);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'migration.sql'), sql);
};
const provision = () =>
  provisionSchema({
    adminUrl: scratch.url,
    schema: 'shelf',
    password: 'of the shelf',
    owner: { role: 'shelf_owner', password: 'of the owner' },
  });
const run = (...libraries: string[]): Promise<string[]> => runAs(ownerUrl, ...libraries);
const runAs = (as: string, ...libraries: string[]): Promise<string[]> =>
  migrate({
    url: as,
    schema: 'shelf',
    migrations: [
      { directory: pathToFileURL(`${directory}/`) },
      ...libraries.map((library) => ({ library, directory: pathToFileURL(`${directory}-${library}/`) })),
    ],
    logger: silent,
  });

beforeEach(async () => {
  ({ url, ownerUrl } = await provision());
  directory = await mkdtemp(join(tmpdir(), 'migrations-'));
  await writeFile(join(directory, 'migration_lock.toml'), 'provider = "postgresql"\n');
  await write('20260101000000_first', 'create table books (id integer); insert into books values (1);');
  await write('20260102000000_second', 'alter table books add title text;');
});
afterEach(async () => {
  await scratch.run('drop schema if exists shelf cascade');
  for (const path of [directory, `${directory}-lamps`, `${directory}-chairs`]) {
    await rm(path, { recursive: true, force: true });
  }
});

describe('migrations', () => {
  it('migrations are applied in order, as the owner of the schema, once', async () => {
    expect(await run()).toEqual(['20260101000000_first', '20260102000000_second']);
    expect(await run()).toEqual([]);
    expect(await scratch.run('select * from shelf.books')).toEqual([{ id: 1, title: null }]);
    await write('20260103000000_third', 'drop table books;');
    expect(await run()).toEqual(['20260103000000_third']);
  });

  it('migrations are recorded as Prisma records them', async () => {
    await run();
    const checksum = createHash('sha256').update('alter table books add title text;').digest('hex');
    expect(
      await scratch.run(
        `select checksum, logs, rolled_back_at, applied_steps_count, finished_at >= started_at as finished,
           length(id) as id from shelf._prisma_migrations where migration_name = '20260102000000_second'`,
      ),
    ).toEqual([
      { checksum, logs: null, rolled_back_at: null, applied_steps_count: 1, finished: true, id: 36 },
    ]);
    const columns = await scratch.run<{ described: string }>(
      `select column_name || ' ' || udt_name || coalesce(character_maximum_length::text, '') as described
       from information_schema.columns where table_name = '_prisma_migrations' order by ordinal_position`,
    );
    expect(columns.map(({ described }) => described)).toEqual([
      'id varchar36',
      'checksum varchar64',
      'finished_at timestamptz',
      'migration_name varchar255',
      'logs text',
      'rolled_back_at timestamptz',
      'started_at timestamptz',
      'applied_steps_count int4',
    ]);
  });

  it('migrations are applied once by several processes at the same time', async () => {
    const applied = await Promise.all([run(), run(), run(), run()]);
    expect(applied.flat()).toEqual(['20260101000000_first', '20260102000000_second']);
  });

  it('migrations are refused when one was changed after it had been applied', async () => {
    await run();
    await write('20260101000000_first', 'create table books (id bigint);');
    await write('20260103000000_third', 'drop table books;');
    await expect(run()).rejects.toThrow('20260101000000_first was changed');
    expect(await scratch.run('select id from shelf.books')).toHaveLength(1);
  });

  it('migrations leave nothing of one that fails, keep those before it, and go on once it is mended', async () => {
    await write('20260103000000_third', 'create table half (id integer); select nonsense;');
    await expect(run()).rejects.toThrow('20260103000000_third: column "nonsense" does not exist');
    expect(
      await scratch.run(`select to_regclass('shelf.half') as half, to_regclass('shelf.books') as books`),
    ).toEqual([{ half: null, books: 'shelf.books' }]);
    await write('20260103000000_third', 'create table half (id integer);');
    expect(await run()).toEqual(['20260103000000_third']);
  });

  it('migrations are refused on top of one that another tool left unfinished', async () => {
    await run();
    await scratch.run(
      `insert into shelf._prisma_migrations (id, checksum, migration_name) values ('x', 'x', 'half done')`,
    );
    await expect(run()).rejects.toThrow('half done was begun and never finished');
  });

  it('migrations of libraries come after the service’s own, in any number, under names of their own', async () => {
    await write('20260101000000_first', 'create table if not exists lamps (id integer);', 'lamps');
    await write('0001_init', 'create table chairs (id integer);', 'chairs');
    expect(await run('lamps')).toEqual([
      '20260101000000_first',
      '20260102000000_second',
      'lamps/20260101000000_first',
    ]);
    expect(await run('lamps', 'chairs')).toEqual(['chairs/0001_init']);
    await write('20260103000000_third', 'alter table books add shelf integer;');
    expect(await run('lamps', 'chairs')).toEqual(['20260103000000_third']);
  });

  it('migrations of a library leave a table alone that the service has created before', async () => {
    await write('20260103000000_third', 'create table lamps (id integer); insert into lamps values (7);');
    await write('0001_lamps', 'create table if not exists lamps (id integer);', 'lamps');
    expect(await run('lamps')).toContain('lamps/0001_lamps');
    expect(await scratch.run('select id from shelf.lamps')).toEqual([{ id: 7 }]);
  });

  it('migrations of a newer version are left alone', async () => {
    await run();
    await rm(join(directory, '20260102000000_second'), { recursive: true });
    expect(await run()).toEqual([]);
  });

  describe('and the role of the schema', () => {
    /** The rights of the role on each table and sequence. */
    const rights = async () => {
      const rows = await scratch.run<{ name: string; rights: string }>(
        `select relname as name, string_agg(lower(acl.privilege_type), ' ' order by acl.privilege_type) as rights
         from pg_class cross join lateral aclexplode(relacl) acl
         where relnamespace = 'shelf'::regnamespace and acl.grantee = 'shelf'::regrole group by 1`,
      );
      return Object.fromEntries(rows.map(({ name, rights: held }) => [name, held]));
    };
    const rows = 'delete insert select update';

    it('migrations give the role of the schema the rows of every table, and not that of migrations', async () => {
      await write('0001_lamps', 'create table lamps (id serial);', 'lamps');
      await run('lamps');
      expect(await rights()).toEqual({ books: rows, lamps: rows, lamps_id_seq: 'usage' });
    });

    it('migrations give the role of the schema the rows of a table in the transaction that creates it', async () => {
      await write('20260103000000_third', 'create table lamps (id integer);');
      await run();
      expect(await rights()).toEqual({ books: rows, lamps: rows });
      // `xmin` is the transaction that has written a row last.
      expect(
        await scratch.run(
          `select class.xmin = migration.xmin as together from pg_class class, shelf._prisma_migrations migration
           where class.oid = 'shelf.lamps'::regclass and migration_name = '20260103000000_third'`,
        ),
      ).toEqual([{ together: true }]);
    });

    it('migrations restore rights of the role of the schema, also where none is pending', async () => {
      await run();
      await scratch.run('revoke all on shelf.books from shelf');
      expect(await run()).toEqual([]);
      expect(await rights()).toEqual({ books: rows });
    });

    it('migrations that grant rights themselves give the role of the schema nothing else', async () => {
      await write('20260103000000_third', 'grant select on books to shelf;');
      const migrations = [{ directory: pathToFileURL(`${directory}/`), grantsRights: true }];
      for (let again = 0; again < 2; again += 1)
        await migrate({ url: ownerUrl, schema: 'shelf', migrations, logger: silent });
      expect(await rights()).toEqual({ books: 'select' });
    });

    it('migrations are refused when the role of the schema runs them', async () => {
      const refusal = 'shelf does not own the schema shelf: migrate as its owner, shelf_owner';
      await expect(runAs(url)).rejects.toThrow(refusal);
      await run();
      await expect(runAs(url)).rejects.toThrow(refusal);
    });

    it('migrations are refused when a superuser runs them, who would own the tables', async () => {
      await expect(runAs(scratch.url)).rejects.toThrow('migrate as its owner, shelf_owner');
    });

    it.each([
      ['owns the schema', 'alter schema shelf owner to shelf', 'alter schema shelf owner to shelf_owner'],
      [
        'owns a table',
        'alter table shelf.books owner to shelf',
        'alter table shelf.books owner to shelf_owner',
      ],
      ['can become the owner', 'grant shelf_owner to shelf', 'revoke shelf_owner from shelf'],
    ])('migrations are refused while the role of the schema %s', async (_, change, back) => {
      await run();
      await write('20260103000000_third', 'drop table books;');
      await scratch.run(change);
      for (const as of [ownerUrl, url])
        await expect(runAs(as)).rejects.toThrow(
          'the role of the service, shelf, has the rights of an owner in its schema: provision it, and migrate as its owner',
        );
      await scratch.run(back);
      expect(await run()).toEqual(['20260103000000_third']);
    });

    it('migrations are refused without a role of the schema', async () => {
      // No other test has a role of this name: roles belong to the whole server.
      await scratch.run('create schema stairs');
      const stairs = migrate({ url: ownerUrl, schema: 'stairs', migrations: [], logger: silent });
      await expect(stairs).rejects.toThrow('there is no schema stairs with a role of its name: provision it');
    });
  });
});
