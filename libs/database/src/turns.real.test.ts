import { withCallSignal } from '@patchbay/runtime/call-signal';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { lockRow, type RowLock } from './locks.ts';
import { createPool, type Database, type PoolOptions } from './pool.ts';
import {
  createScratchDatabase,
  type ScratchDatabase,
  silent,
  waitUntil,
} from './scratch-database.fixture.ts';
import { createTransact, type Transact, type Transaction } from './transaction.ts';

const lockAccount: RowLock = {
  of: 'account',
  name: 'lock an account',
  text: 'select id from accounts where name = $1 for update',
};
const append = {
  name: 'append',
  text: 'update accounts set history = history || $2::int where name = $1',
};
const read = { name: 'read', text: 'select name from accounts where name = $1' };

let scratch: ScratchDatabase;
const opened: Database[] = [];
const holders: Client[] = [];

/** Longer than any test takes on a slow machine. */
const patience = { lockTimeoutMs: 25_000, statementTimeoutMs: 30_000, connectTimeoutMs: 25_000 };

/** A process: a pool of its own. */
const open = (
  options: Partial<PoolOptions> = {},
): { database: Database; transact: Transact<Transaction> } => {
  const database = createPool({
    url: scratch.url,
    applicationName: 'process',
    logger: silent,
    ...patience,
    ...options,
  });
  opened.push(database);
  return { database, transact: createTransact(database) };
};

/** Another client of the database that holds the lock of the account. */
const hold = async (name: string): Promise<Client> => {
  const holder = new Client({ connectionString: scratch.url, application_name: 'holder' });
  holder.on('error', () => {});
  holders.push(holder);
  await holder.connect();
  await holder.query('begin');
  await holder.query('select from accounts where name = $1 for update', [name]);
  return holder;
};

const waitingIn = async (applicationName: string): Promise<number> => {
  const [row] = await scratch.run<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where application_name = $1 and wait_event_type = 'Lock' and datname = current_database()`,
    [applicationName],
  );
  return row?.count ?? 0;
};

const historyOf = async (name: string): Promise<number[]> => {
  const [row] = await scratch.run<{ history: number[] }>('select history from accounts where name = $1', [
    name,
  ]);
  return row?.history ?? [];
};

let runs = 0;
const write = (transact: Transact<Transaction>, name: string, place: number): Promise<void> =>
  transact({ name: 'write', turn: { of: 'account', key: name } }, async (tx) => {
    runs += 1;
    if ((await lockRow(tx, lockAccount, [name])) === undefined) throw new Error('no such account');
    await tx.query(append, [name, place]);
  });

const places = (count: number): number[] => Array.from({ length: count }, (_, place) => place);
const sorted = (numbers: readonly number[]): number[] => numbers.toSorted((a, b) => a - b);

const writeMany = (transact: Transact<Transaction>, name: string, count: number): Promise<void>[] =>
  places(count).map((place) => write(transact, name, place));

beforeAll(async () => {
  scratch = await createScratchDatabase();
  await scratch.run(
    `create table accounts (id int primary key, name text unique, history int[] not null default '{}')`,
  );
  await scratch.run(`insert into accounts values (1, 'one'), (2, 'two'), (3, 'three')`);
});
afterEach(async () => {
  runs = 0;
  await Promise.all(holders.splice(0).map((holder) => holder.end().catch(() => {})));
  await Promise.all(opened.splice(0).map(({ component }) => component.stop()));
  await scratch.run(`update accounts set history = '{}'`);
});
afterAll(() => scratch.drop());

describe('a row lock', () => {
  it('a row lock is not waited for where there is no such row, though somebody holds every row', async () => {
    await Promise.all(['one', 'two', 'three'].map(hold));
    const { transact } = open();
    expect(await transact('lock', (tx) => lockRow(tx, lockAccount, ['four']))).toBeUndefined();
  });

  it('a row lock lets its holder read what the previous holder committed', async () => {
    const [left, right] = [open(), open()];
    const increase = (transact: Transact<Transaction>): Promise<void> =>
      transact({ name: 'increase', turn: { of: 'account', key: 'one' } }, async (tx) => {
        await lockRow(tx, lockAccount, ['one']);
        const [row] = await tx.query<{ history: number[] }>({
          name: 'history',
          text: `select history from accounts where name = 'one'`,
        });
        await tx.query(append, ['one', (row?.history.at(-1) ?? -1) + 1]);
      });
    await Promise.all(places(60).map((place) => increase((place % 2 ? left : right).transact)));
    expect(await historyOf('one')).toEqual(places(60));
  });

  it('a row lock ends with a 503 when another process holds it longer than the lock timeout', async () => {
    const { database, transact } = open({ lockTimeoutMs: 200 });
    await hold('one');
    await expect(write(transact, 'one', 0)).rejects.toMatchObject({
      name: 'Failure',
      code: 'unavailable',
      retryAfterSeconds: 1,
    });
    expect(database.pool.idleCount).toBe(database.pool.totalCount);
    await Promise.all(holders.splice(0).map((holder) => holder.end()));
    await write(transact, 'one', 7);
    expect(await historyOf('one')).toEqual([7]);
  });

  it('a row lock changes nothing where the deadline of the call passed while it was waited for', async () => {
    const { transact } = open();
    const holder = await hold('one');
    const caller = new AbortController();
    // The rejection may come before the answer to the commit.
    const late = withCallSignal(caller, () => write(transact, 'one', 0)).catch((error: unknown) => error);
    await waitUntil(async () => (await waitingIn('process')) === 1);
    caller.abort(new Error('too late'));
    await holder.query('commit');
    expect(await late).toMatchObject({ message: 'too late' });
    expect(await historyOf('one')).toEqual([]);
  });
});

describe('transactions with the same turn', () => {
  it('transactions with the same turn hold one connection while another process holds the row lock, and leave the others to everybody else', async () => {
    const { database, transact } = open();
    const holder = await hold('one');
    const writes = writeMany(transact, 'one', 100);
    await waitUntil(async () => (await waitingIn('process')) === 1);
    await Promise.all(
      places(7).map(async (place) => {
        expect(await database.query(read, ['one'])).toEqual([{ name: 'one' }]);
        await write(transact, 'two', place);
      }),
    );
    expect(sorted(await historyOf('two'))).toEqual(places(7));
    expect(await waitingIn('process')).toBe(1);
    expect(await historyOf('one')).toEqual([]);
    await holder.query('commit');
    await Promise.all(writes);
    expect(await historyOf('one')).toEqual(places(100));
    expect(runs).toBe(107);
  });

  it('transactions with the same turn are refused with a 503 where 400 wait already', async () => {
    const { transact } = open();
    const holder = await hold('one');
    const refused: unknown[] = [];
    const writes = writeMany(transact, 'one', 450).map((writing) =>
      writing.catch((error: unknown) => void refused.push(error)),
    );
    // 1 has the turn and 400 wait for it.
    await waitUntil(() => refused.length === 450 - 401);
    for (const error of refused) {
      expect(error).toMatchObject({ name: 'Failure', code: 'unavailable', retryAfterSeconds: 1 });
    }
    await holder.query('commit');
    await Promise.all(writes);
    expect(await historyOf('one')).toHaveLength(401);
  });
});

describe('open transactions', () => {
  it('open transactions leave a quarter of the connections to single statements, however many wait for locks', async () => {
    const { database, transact } = open();
    const holder = await hold('one');
    const writes = places(20).map((place) => transact('write', (tx) => tx.query(append, ['one', place])));
    await waitUntil(async () => (await waitingIn('process')) === 6);
    await Promise.all(places(20).map(() => database.query(read, ['one'])));
    expect(await waitingIn('process')).toBe(6);
    await holder.query('commit');
    await Promise.all(writes);
    expect(await historyOf('one')).toHaveLength(20);
  });

  it('open transactions wait for a connection until the deadline of their call', async () => {
    const { transact } = open({ max: 1 });
    const begin = Promise.withResolvers<void>();
    const first = transact('first', () => begin.promise);
    const caller = new AbortController();
    const gone = withCallSignal(caller, () => transact('second', async () => {}));
    const reason = new Error('gone');
    caller.abort(reason);
    await expect(gone).rejects.toBe(reason);
    begin.resolve();
    await first;
  });
});
