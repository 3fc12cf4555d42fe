import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isUnreachable } from './errors.ts';
import { createPool, type Database } from './pool.ts';
import {
  closedUrl,
  createScratchDatabase,
  patient,
  type ScratchDatabase,
  silent,
  waitUntil,
} from './scratch-database.fixture.ts';
import { createTransact } from './transaction.ts';

let scratch: ScratchDatabase;
let database: Database;

const open = (url: string): Database =>
  createPool({ url, applicationName: 'errors', ...patient, logger: silent });
const thrownBy = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => expect.unreachable('it should have failed'),
    (error: unknown) => error,
  );

beforeAll(async () => {
  scratch = await createScratchDatabase();
  database = open(scratch.url);
});

afterAll(async () => {
  await database.component.stop();
  await scratch.drop();
});

describe('a database that cannot be reached', () => {
  it.each<[string, (away: Database) => Promise<unknown>]>([
    ['a prepared statement', (away) => away.query({ name: 'one', text: 'select 1' })],
    ['a transaction', (away) => createTransact(away)('away', async () => 1)],
  ])('an unreachable database is recognized in the error of %s', async (_, fail) => {
    const away = open(closedUrl);
    expect(isUnreachable(await thrownBy(fail(away)))).toBe(true);
    await away.component.stop();
  });

  it.each<[string, (text: string) => Promise<unknown>]>([
    ['a prepared statement', (text) => database.query({ name: 'end', text })],
    ['a transaction', (text) => createTransact(database)('end', (tx) => tx.query({ name: 'end', text }))],
  ])('a lost connection is recognized in the error of %s', async (_, fail) => {
    const error = await thrownBy(fail('select pg_terminate_backend(pg_backend_pid())::text'));
    expect(isUnreachable(error)).toBe(true);
    // The pool may notice the closed connection only after this error, so that one more statement fails on it.
    await waitUntil(() =>
      database.query({ name: 'still', text: 'select 1' }).then(
        () => true,
        (thrown: unknown) => !isUnreachable(thrown),
      ),
    );
    expect(await database.query({ name: 'still', text: 'select 1' })).toHaveLength(1);
  });
});
