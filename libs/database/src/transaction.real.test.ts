import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPool, type Database } from './pool.ts';
import {
  closedUrl,
  createScratchDatabase,
  patient,
  type ScratchDatabase,
  silent,
  thingsTable,
} from './scratch-database.fixture.ts';
import { createTransact, type Transact, type Transaction } from './transaction.ts';

let scratch: ScratchDatabase;
let database: Database;
let transact: Transact<Transaction>;

beforeAll(async () => {
  scratch = await createScratchDatabase();
  await scratch.run(thingsTable);
  database = createPool({ url: scratch.url, applicationName: 'transactions', ...patient, logger: silent });
  transact = createTransact(database);
});
beforeEach(async () => {
  await scratch.run('truncate things');
  await scratch.run(`insert into things values (1, 'one'), (2, 'two')`);
});
afterAll(async () => {
  await database.component.stop();
  await scratch.drop();
});

const insert = { name: 'insert', text: 'insert into things values ($1, $2) returning id, name' };
const append = { name: 'append', text: 'update things set name = name || $2 where id = $1' };
const backend = { name: 'backend', text: 'select pg_backend_pid() as pid' };

const names = async (): Promise<string[]> =>
  (await scratch.run<{ name: string }>('select name from things order by id')).map(({ name }) => name);

/** A barrier: the returned function resolves when it was called `count` times. */
const barrier = (count: number): (() => Promise<void>) => {
  const all = Promise.withResolvers<void>();
  let arrived = 0;
  return () => {
    arrived += 1;
    if (arrived === count) all.resolve();
    return all.promise;
  };
};

describe('a transaction', () => {
  it('a transaction is seen when it is done and returns what the work returned', async () => {
    const rows = await transact('create', async (tx) => {
      const created = await tx.query(insert, [3, 'three']);
      expect(await names()).toEqual(['one', 'two']);
      return created;
    });
    expect(rows).toEqual([{ id: 3, name: 'three' }]);
    expect(await names()).toEqual(['one', 'two', 'three']);
  });

  it('a transaction leaves nothing behind when the work fails', async () => {
    const reason = new Error('changed my mind');
    const work = transact('fail', async (tx) => {
      await tx.query(insert, [3, 'three']);
      throw reason;
    });
    await expect(work).rejects.toBe(reason);
    expect(await names()).toEqual(['one', 'two']);
  });

  it('a transaction fails where the work caught the error of a statement: COMMIT would roll back and report success', async () => {
    const work = transact('catch', async (tx) => {
      await tx.query(append, [1, '!']);
      await tx.query(insert, [1, 'one again']).catch(() => undefined);
      return 'done';
    });
    await expect(work).rejects.toThrow(
      'a statement of the transaction catch failed and its error was caught',
    );
    expect(await names()).toEqual(['one', 'two']);
  });

  it('a transaction fails with what the work throws before its first await', async () => {
    const reason = new Error('at once');
    const work = transact('throw', () => {
      throw reason;
    });
    await expect(work).rejects.toBe(reason);
  });

  it('a transaction prepares its statements and gives rows as the database does', async () => {
    const types = {
      name: 'types',
      text: `select 1::bigint as big, 1.50::numeric as exact, '2026-01-01T12:00Z'::timestamptz as at,
                    '\\x01'::bytea as bytes, '{"a":1}'::jsonb as json, array['a'] as texts, null as nothing,
                    (select count(*) from pg_prepared_statements where name = 'types') as prepared`,
    };
    const inside = await transact('types', (tx) => tx.query(types));
    expect(inside).toEqual(await database.query(types));
    expect(inside).toMatchObject([{ big: '1', at: new Date('2026-01-01T12:00Z'), prepared: '1' }]);
  });

  it('a transaction has one connection of its own, also where many run at once', async () => {
    // As many as may be open at the same time on a pool of 8.
    const arrive = barrier(6);
    const pids = await Promise.all(
      Array.from({ length: 6 }, (__, index) =>
        transact(`number ${index}`, async (tx) => {
          const [first] = await tx.query<{ pid: number }>(backend);
          await arrive();
          const [second] = await tx.query<{ pid: number }>(backend);
          expect(second).toEqual(first);
          await tx.query(insert, [10 + index, `number ${index}`]);
          return first?.pid;
        }),
      ),
    );
    expect(new Set(pids).size).toBe(6);
    expect(await names()).toHaveLength(8);
  });

  it('a transaction is not run again after a deadlock: one side is done, the other ends with a 503', async () => {
    const arrive = barrier(2);
    let runs = 0;
    const rename = (first: number, second: number, suffix: string): Promise<void> =>
      transact('rename', async (tx) => {
        runs += 1;
        await tx.query(append, [first, suffix]);
        await arrive();
        await tx.query(append, [second, suffix]);
      });
    const outcomes = await Promise.allSettled([rename(1, 2, 'a'), rename(2, 1, 'b')]);
    const refused = { name: 'Failure', code: 'unavailable', retryAfterSeconds: 1 };
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: refused });
    expect(runs).toBe(2);
    expect(['onea,twoa', 'oneb,twob']).toContain((await names()).join());
  });

  it('a transaction is not run again after any other error', async () => {
    let runs = 0;
    const work = transact('duplicate', async (tx) => {
      runs += 1;
      await tx.query(insert, [1, 'again']);
    });
    await expect(work).rejects.toMatchObject({ code: '23505' });
    expect(runs).toBe(1);
  });

  it.each<[string, 'committed' | 'rolled back']>([
    ['was committed', 'committed'],
    ['was rolled back', 'rolled back'],
  ])('a transaction sends nothing once it %s', async (__, outcome) => {
    let escaped: Transaction | undefined;
    await transact('escape', async (tx) => {
      escaped = tx;
      if (outcome === 'rolled back') throw new Error('it is to be rolled back');
    }).catch(() => {});
    await expect(escaped?.query(insert, [3, 'late'])).rejects.toThrow('the transaction escape has ended');
    expect(await names()).toEqual(['one', 'two']);
  });

  it('a transaction commits statements that were sent before its end and not awaited', async () => {
    await transact('hasty', async (tx) => {
      void tx.query(insert, [3, 'three']);
    });
    expect(await names()).toEqual(['one', 'two', 'three']);
  });

  it('a transaction is rolled back when it takes too long, and sends nothing from then on', {
    tags: 'soak',
  }, async () => {
    const late = Promise.withResolvers<unknown>();
    const work = transact({ name: 'slow', timeoutMs: 2_000 }, async (tx) => {
      await tx.query(insert, [3, 'three']);
      await tx.query({ name: 'sleep', text: 'select pg_sleep(4)' }).catch(() => undefined);
      await tx.query(insert, [4, 'four']).then(late.resolve, late.reject);
    });
    await Promise.all([
      expect(work).rejects.toThrow('longer than 2000 ms'),
      expect(late.promise).rejects.toThrow('the transaction slow has ended'),
    ]);
    expect(await names()).toEqual(['one', 'two']);
  });

  it('a transaction fails as unavailable where there is no database', { tags: 'soak' }, async () => {
    const away = createPool({ url: closedUrl, applicationName: 'away', logger: silent });
    await expect(createTransact(away)('away', async () => 1)).rejects.toMatchObject({
      name: 'Failure',
      code: 'unavailable',
    });
    await away.component.stop();
  });

  it('a transaction fails as unavailable when every connection is taken', { tags: 'soak' }, async () => {
    const options = { applicationName: 'busy', max: 1, connectTimeoutMs: 5_000, logger: silent };
    const busy = createPool({ url: scratch.url, ...options });
    const held = await busy.pool.connect();
    await expect(createTransact(busy)('busy', async () => 1)).rejects.toMatchObject({ code: 'unavailable' });
    held.release();
    await busy.component.stop();
  });

  it('a transaction gives its connection back however it ends', async () => {
    const one = createPool({ url: scratch.url, applicationName: 'one', max: 1, logger: silent });
    const transactOne = createTransact(one);
    await transactOne('good', (tx) => tx.query(backend));
    await transactOne('bad', (tx) => tx.query(insert, [1, 'again'])).catch(() => {});
    const terminate = { name: 'end', text: 'select pg_terminate_backend(pg_backend_pid())' };
    await expect(transactOne('broken', (tx) => tx.query(terminate))).rejects.toMatchObject({
      code: 'unavailable',
    });
    await expect(transactOne('again', (tx) => tx.query(backend))).resolves.toHaveLength(1);
    await one.component.stop();
  });
});
