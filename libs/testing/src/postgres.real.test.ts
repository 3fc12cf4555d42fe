import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createTemporaryDirectory } from '@patchbay/servers/temporary-directory';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from './postgres.ts';

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<object>(text)).rows;
  } finally {
    await client.end();
  }
}

describe('a test database', () => {
  let first: TestDatabase;
  let second: TestDatabase;

  beforeAll(async () => {
    const directory = await createTemporaryDirectory();
    await mkdir(join(directory.path, '1_things'));
    await writeFile(join(directory.path, '1_things', 'migration.sql'), 'create table things (id int);');
    const options = { schema: 'sample', migrations: [{ directory: pathToFileURL(`${directory.path}/`) }] };
    [first, second] = await Promise.all([createTestDatabase(options), createTestDatabase(options)]);
    await directory.remove();
  });
  afterAll(() => Promise.all([first.drop(), second.drop()]));

  it('a test database is migrated, belongs to its own role, and shares nothing with another', async () => {
    await query(first.url, 'insert into things values (1)');
    expect(await query(first.url, 'select current_user::text as role, id from things')).toEqual([
      { role: 'sample', id: 1 },
    ]);
    expect(await query(second.url, 'select id from things')).toEqual([]);
  });

  it('a test database can be dropped while somebody is connected', async () => {
    const dropped = await createTestDatabase({ schema: 'sample' });
    const client = new Client({ connectionString: dropped.url });
    client.on('error', () => {});
    await client.connect();
    await dropped.drop();
    await expect(query(dropped.url, 'select 1')).rejects.toThrow('does not exist');
  });
});
