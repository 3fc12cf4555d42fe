import { setTimeout as sleep } from 'node:timers/promises';
import { withCallSignal } from '@patchbay/runtime/call-signal';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTransact } from './pg-transaction.ts';
import { createPool, type Database, type PoolOptions } from './pool.ts';
import { rowLock } from './row-lock.ts';
import { createScratchDatabase, type ScratchDatabase, silent, until } from './scratch-database.fixture.ts';
import type { Transact, Transaction } from './transaction.ts';

const [one, two, three] = [1, 2, 3].map((digit) => `00000000-0000-0000-0000-00000000000${digit}`);
const byName = rowLock({ of: 'account', table: 'accounts', name: 'lock an account', where: 'name = $1' });
const append = {
  name: 'append',
  text: 'update accounts set history = history || $2::int where name = $1',
};
const read = { name: 'read', text: 'select name from accounts where name = $1' };

let scratch: ScratchDatabase;
const opened: Database[] = [];
const holders: Client[] = [];

/** Longer than any test takes on a slow machine. */
const patience = { lockTimeoutMs: 25_000, connectTimeoutMs: 25_000 };

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

const write = (transact: Transact<Transaction>, name: string, place: number): Promise<void> =>
  transact('write', async (tx) => {
    if ((await tx.lockRow(byName, [name])) === undefined) throw new Error('no such account');
    await tx.query(append, [name, place]);
  });

const places = (count: number): number[] => Array.from({ length: count }, (_, place) => place);

/** Each `write` waits in the line of this process, or in Postgres, before the next one begins. */
const writeInOrder = (transact: Transact<Transaction>, name: string, count: number): Promise<void>[] =>
  places(count).map((place) => write(transact, name, place));

beforeAll(async () => {
  scratch = await createScratchDatabase();
  await scratch.run(
    `create table accounts (id uuid primary key, name text unique, history int[] default '{}')`,
  );
  await scratch.run(
    `insert into accounts values ('${one}', 'one'), ('${two}', 'two'), ('${three}', 'three')`,
  );
});
afterEach(async () => {
  await Promise.all(holders.splice(0).map((holder) => holder.end().catch(() => {})));
  await Promise.all(opened.splice(0).map(({ component }) => component.stop()));
  await scratch.run(`update accounts set history = '{}'`);
});
afterAll(() => scratch.drop());

const byKeyName = rowLock({
  of: 'named account',
  table: 'accounts',
  key: { column: 'name', type: 'text' },
  mode: 'no key update',
  name: 'lock an account by its name',
  where: 'name = $1',
});

describe('a row lock', () => {
  it('may be weaker, and found by another key than the id', async () => {
    const { transact } = open();
    const holder = await hold('one');
    const locked = transact('lock', async (tx) => {
      const key = await tx.lockRow(byKeyName, ['one']);
      const referable = await scratch.run(
        `select from accounts where name = 'one' for key share skip locked`,
      );
      return { key, referable: referable.length };
    });
    await until(async () => (await waitingIn('process')) === 1);
    await holder.query('commit');
    expect(await locked).toEqual({ key: 'one', referable: 1 });
  });

  it('is held until the transaction ends', async () => {
    const { transact } = open();
    await transact('lock', async (tx) => {
      expect(await tx.lockRow(byName, ['one'])).toBe(one);
      const free = await scratch.run(`select name from accounts for update skip locked`);
      expect(free).toEqual([{ name: 'two' }, { name: 'three' }]);
    });
    expect(await scratch.run(`select name from accounts for update skip locked`)).toHaveLength(3);
  });

  it('may be taken again in its transaction, and beside the lock of another row', async () => {
    const { transact } = open();
    await transact('lock', async (tx) => {
      for (const [name, id] of [
        ['one', one],
        ['one', one],
        ['two', two],
      ]) {
        expect(await tx.lockRow(byName, [name])).toBe(id);
      }
    });
  });

  it('is not waited for where no row is found, though somebody holds every row', async () => {
    await Promise.all(['one', 'two', 'three'].map(hold));
    const { transact } = open();
    expect(await transact('lock', (tx) => tx.lockRow(byName, ['four']))).toBeUndefined();
  });

  it('reads what the previous holder committed', async () => {
    const { transact } = open();
    const increase = (): Promise<void> =>
      transact('increase', async (tx) => {
        await tx.lockRow(byName, ['one']);
        const [row] = await tx.query<{ history: number[] }>({
          name: 'history',
          text: `select history from accounts where name = 'one'`,
        });
        await tx.query(append, ['one', (row?.history.at(-1) ?? -1) + 1]);
      });
    await Promise.all(places(60).map(increase));
    expect(await historyOf('one')).toEqual(places(60));
  });
});

describe('a hundred transactions that want one row', () => {
  it('hold one connection while somebody else holds its lock, and leave the others to everybody else', async () => {
    const { database, transact } = open();
    const holder = await hold('one');
    const writes = writeInOrder(transact, 'one', 100);
    await until(async () => (await waitingIn('process')) === 1);
    // As many at once as the pool has connections beside the one that waits.
    await Promise.all(
      places(7).map(async (place) => {
        expect(await database.query(read, ['one'])).toEqual([{ name: 'one' }]);
        await write(transact, 'two', place);
      }),
    );
    expect((await historyOf('two')).toSorted((a, b) => a - b)).toEqual(places(7));
    expect(await waitingIn('process')).toBe(1);
    expect(await historyOf('one')).toEqual([]);
    await holder.query('commit');
    await Promise.all(writes);
    expect((await historyOf('one')).toSorted((a, b) => a - b)).toEqual(places(100));
  });

  it('go on when the one who holds it dies', async () => {
    const { transact } = open();
    await hold('one');
    const writes = writeInOrder(transact, 'one', 100);
    await until(async () => (await waitingIn('process')) === 1);
    expect(await scratch.disconnect('holder')).toBe(1);
    await Promise.all(writes);
    expect(await historyOf('one')).toHaveLength(100);
  });

  it('are served first come, first served', async () => {
    // One connection: the transactions reach the line in the order in which they began.
    const { transact } = open({ max: 1 });
    const holder = await hold('one');
    const first = write(transact, 'one', 0);
    await until(async () => (await waitingIn('process')) === 1);
    const rest = places(60)
      .slice(1)
      .map((place) => write(transact, 'one', place));
    await holder.query('commit');
    await Promise.all([first, ...rest]);
    expect(await historyOf('one')).toEqual(places(60));
  });

  it('are done once each where two processes compete', async () => {
    const [left, right] = [open({ applicationName: 'left' }), open({ applicationName: 'right' })];
    const most = { left: 0, right: 0 };
    const writes = [
      ...writeInOrder(left.transact, 'one', 100),
      ...places(100).map((place) => write(right.transact, 'one', 100 + place)),
    ];
    const ended = new AbortController();
    const watching = (async () => {
      while (!ended.signal.aborted) {
        most.left = Math.max(most.left, await waitingIn('left'));
        most.right = Math.max(most.right, await waitingIn('right'));
      }
    })();
    await Promise.all(writes).finally(() => ended.abort());
    await watching;
    expect((await historyOf('one')).toSorted((a, b) => a - b)).toEqual(places(200));
    expect(most.left).toBeLessThanOrEqual(1);
    expect(most.right).toBeLessThanOrEqual(1);
  });
});

describe('waits for row locks', () => {
  it('take half of the connections together', async () => {
    const { database, transact } = open({ max: 4 });
    const held = await Promise.all(['one', 'two', 'three'].map(hold));
    const writes = ['one', 'two', 'three'].flatMap((name) => writeInOrder(transact, name, 10));
    await until(async () => (await waitingIn('process')) === 2);
    // The third row has nobody in Postgres; both other connections are free.
    await Promise.all(places(20).map(() => database.query(read, ['one'])));
    await sleep(100);
    expect(await waitingIn('process')).toBe(2);
    await Promise.all(held.map((holder) => holder.query('commit')));
    await Promise.all(writes);
    for (const name of ['one', 'two', 'three']) expect(await historyOf(name)).toHaveLength(10);
  });

  it('end with a 503 where too many wait already', async () => {
    const { transact } = open();
    const holder = await hold('one');
    const refused: unknown[] = [];
    const writes = writeInOrder(transact, 'one', 450).map((writing) =>
      writing.catch((error: unknown) => void refused.push(error)),
    );
    // 1 waits in Postgres and 400 in the process.
    await until(() => refused.length === 450 - 401);
    for (const error of refused) {
      expect(error).toMatchObject({ name: 'Failure', code: 'unavailable', retryAfterSeconds: 1 });
    }
    await holder.query('commit');
    await Promise.all(writes);
    expect(refused).toHaveLength(450 - 401);
    expect(await historyOf('one')).toHaveLength(401);
  });

  it('end with a 503 after the time limit, in the process and in Postgres', async () => {
    const { database, transact } = open({ lockTimeoutMs: 200 });
    await hold('one');
    const outcomes = await Promise.allSettled(writeInOrder(transact, 'one', 20));
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'Failure', code: 'unavailable' } });
    }
    expect(await waitingIn('process')).toBe(0);
    expect(database.pool.idleCount).toBe(database.pool.totalCount);
    await Promise.all(holders.splice(0).map((holder) => holder.end()));
    await write(transact, 'one', 7);
    expect(await historyOf('one')).toEqual([7]);
  });

  it('end when the caller is gone, and nothing is changed', async () => {
    const { transact } = open();
    const holder = await hold('one');
    const first = write(transact, 'one', 0);
    await until(async () => (await waitingIn('process')) === 1);
    const caller = new AbortController();
    const gone = withCallSignal(caller, () => write(transact, 'one', 1));
    const last = write(transact, 'one', 2);
    await sleep(100);
    const reason = new Error('gone');
    caller.abort(reason);
    await expect(gone).rejects.toBe(reason);
    await holder.query('commit');
    await Promise.all([first, last]);
    expect(await historyOf('one')).toEqual([0, 2]);
  });

  it('do not outlast a transaction that fails under the lock', async () => {
    const { transact } = open();
    const outcomes = await Promise.allSettled(
      places(20).map((place) =>
        transact('odd ones fail', async (tx) => {
          await tx.lockRow(byName, ['one']);
          await tx.query(append, ['one', place]);
          if (place % 2 === 1) throw new Error('odd');
        }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(10);
    expect((await historyOf('one')).toSorted((a, b) => a - b)).toEqual(
      places(20).filter((place) => place % 2 === 0),
    );
  });

  it('of transactions that lock two rows in opposite orders come to an end', async () => {
    const { transact } = open();
    const both = (first: string, second: string, place: number): Promise<void> =>
      transact('both', async (tx) => {
        await tx.lockRow(byName, [first]);
        await tx.query(append, [first, place]);
        await tx.lockRow(byName, [second]);
        await tx.query(append, [second, place]);
      });
    await Promise.all(
      places(10).map((place) => (place % 2 === 0 ? both('one', 'two', place) : both('two', 'one', place))),
    );
    for (const name of ['one', 'two'])
      expect((await historyOf(name)).toSorted((a, b) => a - b)).toEqual(places(10));
  });
});

describe('open transactions', () => {
  it('take three quarters of the connections, also before they have learned that they must wait', async () => {
    const { database, transact } = open();
    const holder = await hold('one');
    const writes = writeInOrder(transact, 'one', 300);
    await until(async () => (await waitingIn('process')) === 1);
    await holder.query('commit');
    await Promise.all(writes);
    expect(await historyOf('one')).toHaveLength(300);
    // The pool opens a connection whenever all others are in use: a seventh was never needed.
    expect(database.pool.totalCount).toBe(6);
  });

  it('leave connections to single statements, however they wait for locks', async () => {
    const { database, transact } = open();
    const holder = await hold('one');
    const writes = places(20).map((place) => transact('write', (tx) => tx.query(append, ['one', place])));
    await until(async () => (await waitingIn('process')) === 6);
    await Promise.all(places(20).map(() => database.query(read, ['one'])));
    expect(await waitingIn('process')).toBe(6);
    await holder.query('commit');
    await Promise.all(writes);
    expect(await historyOf('one')).toHaveLength(20);
  });

  it('are open for others while hundreds wait for one row', async () => {
    const { transact } = open({ max: 4 });
    const holder = await hold('one');
    const crowd = writeInOrder(transact, 'one', 200);
    await until(async () => (await waitingIn('process')) === 1);
    await Promise.all(places(20).map((place) => write(transact, 'two', place)));
    expect(await historyOf('two')).toHaveLength(20);
    expect(await historyOf('one')).toEqual([]);
    await holder.query('commit');
    await Promise.all(crowd);
  });
});

describe('work in turn', () => {
  it('may lock the row that it has the turn of', async () => {
    const { database, transact } = open({ lockTimeoutMs: 1_000 });
    await Promise.all(
      places(10).map((place) =>
        database.rowLocks.inTurn('account', String(one), () => write(transact, 'one', place)),
      ),
    );
    expect(await historyOf('one')).toEqual(places(10));
  });

  it('runs one at a time for one row, in order, without a connection while it waits', async () => {
    const { database } = open();
    const order: number[] = [];
    let running = 0;
    let most = 0;
    const work = async (place: number): Promise<void> => {
      running += 1;
      most = Math.max(most, running);
      order.push(place);
      await sleep(1);
      running -= 1;
      if (place === 3) throw new Error('the others go on');
    };
    await Promise.allSettled(
      places(50).map((place) => database.rowLocks.inTurn('user', 'ada', () => work(place))),
    );
    expect(most).toBe(1);
    expect(order).toEqual(places(50));
    expect(database.pool.totalCount).toBe(0);
  });
});
