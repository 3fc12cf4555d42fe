import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrate } from './migrate.ts';
import { provisionSchema } from './provision.ts';
import { createScratchDatabase, type ScratchDatabase, silent } from './scratch-database.fixture.ts';

let scratch: ScratchDatabase;
let url: string;
let directory: string;

const write = async (name: string, sql: string, library?: string): Promise<void> => {
  const folder = join(library === undefined ? directory : `${directory}-${library}`, name);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'migration.sql'), sql);
};
const run = (...libraries: string[]): Promise<string[]> =>
  migrate({
    url,
    schema: 'shelf',
    migrations: [
      { directory: pathToFileURL(`${directory}/`) },
      ...libraries.map((library) => ({ library, directory: pathToFileURL(`${directory}-${library}/`) })),
    ],
    logger: silent,
  });

beforeEach(async () => {
  scratch = await createScratchDatabase();
  ({ url } = await provisionSchema({ adminUrl: scratch.url, schema: 'shelf', password: 'of the shelf' }));
  directory = await mkdtemp(join(tmpdir(), 'migrations-'));
  await writeFile(join(directory, 'migration_lock.toml'), 'provider = "postgresql"\n');
  await write('20260101000000_first', 'create table books (id integer); insert into books values (1);');
  await write('20260102000000_second', 'alter table books add title text;');
});
afterEach(async () => {
  await scratch.drop('shelf');
  for (const path of [directory, `${directory}-lamps`, `${directory}-chairs`]) {
    await rm(path, { recursive: true, force: true });
  }
});

describe('migrations', () => {
  it('are applied in order, as the owner of the schema, once', async () => {
    expect(await run()).toEqual(['20260101000000_first', '20260102000000_second']);
    expect(await run()).toEqual([]);
    expect(await scratch.run('select * from shelf.books')).toEqual([{ id: 1, title: null }]);
    await write('20260103000000_third', 'drop table books;');
    expect(await run()).toEqual(['20260103000000_third']);
  });

  it('are recorded as Prisma records them', async () => {
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

  it('are applied once by several processes at the same time', async () => {
    const applied = await Promise.all([run(), run(), run(), run()]);
    expect(applied.flat()).toEqual(['20260101000000_first', '20260102000000_second']);
  });

  it('are refused when one was changed after it had been applied', async () => {
    await run();
    await write('20260101000000_first', 'create table books (id bigint);');
    await write('20260103000000_third', 'drop table books;');
    await expect(run()).rejects.toThrow('20260101000000_first was changed');
    expect(await scratch.run('select id from shelf.books')).toHaveLength(1);
  });

  it('leave nothing of one that fails, keep those before it, and go on once it is mended', async () => {
    await write('20260103000000_third', 'create table half (id integer); select nonsense;');
    await expect(run()).rejects.toThrow('20260103000000_third: column "nonsense" does not exist');
    expect(
      await scratch.run(`select to_regclass('shelf.half') as half, to_regclass('shelf.books') as books`),
    ).toEqual([{ half: null, books: 'shelf.books' }]);
    await write('20260103000000_third', 'create table half (id integer);');
    expect(await run()).toEqual(['20260103000000_third']);
  });

  it('are refused on top of one that another tool left unfinished', async () => {
    await run();
    await scratch.run(
      `insert into shelf._prisma_migrations (id, checksum, migration_name) values ('x', 'x', 'half done')`,
    );
    await expect(run()).rejects.toThrow('half done was begun and never finished');
  });

  it('of libraries come after the service’s own, in any number, under names of their own', async () => {
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

  it('of a library leave a table alone that the service has created before', async () => {
    await write('20260103000000_third', 'create table lamps (id integer); insert into lamps values (7);');
    await write('0001_lamps', 'create table if not exists lamps (id integer);', 'lamps');
    expect(await run('lamps')).toContain('lamps/0001_lamps');
    expect(await scratch.run('select id from shelf.lamps')).toEqual([{ id: 7 }]);
  });

  it('of a library are refused when one was changed after it had been applied', async () => {
    await write('0001_lamps', 'create table lamps (id integer);', 'lamps');
    await run('lamps');
    await write('0001_lamps', 'create table lamps (id bigint);', 'lamps');
    await expect(run('lamps')).rejects.toThrow('lamps/0001_lamps was changed');
  });

  it('of a newer version are left alone', async () => {
    await run();
    await rm(join(directory, '20260102000000_second'), { recursive: true });
    expect(await run()).toEqual([]);
  });
});
