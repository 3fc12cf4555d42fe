import { type Pgbouncer, type PgbouncerOptions, startPgbouncer } from '@patchbay/servers/pgbouncer';
import { MissingServer } from '@patchbay/servers/server';
import { createTemporaryDirectory, type TemporaryDirectory } from '@patchbay/servers/temporary-directory';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createLeadership, lockRow, type RowLock } from './locks.ts';
import { createPool, type Database, type DatabaseOptions, sessionUrlOf } from './pool.ts';
import {
  createScratchDatabase,
  type ScratchDatabase,
  silent,
  thingsTable,
  waitUntil,
} from './scratch-database.fixture.ts';
import { createListener } from './session.ts';
import { createTransact } from './transaction.ts';

const sessions = 3;
/** Of each service at once; more than it has connections. */
const turns = 12;
const statementTimeoutMs = 5_000;
const settings = { statementTimeoutMs, lockTimeoutMs: 5_000 };
/** What docs/postgres.md tells to set. */
const connectQuery = `set statement_timeout = 5000; set lock_timeout = 5000;
  set idle_in_transaction_session_timeout = 10000; set timezone = 'UTC'`.replaceAll(/\s+/g, ' ');

const read = { name: 'read a thing', text: 'select id, name from things where id = $1' };
const append = { name: 'append', text: 'update things set name = name || $2 where id = $1' };
const sleep = { name: 'sleep', text: 'select pg_sleep(60)' };
const notify = { name: 'notify', text: `select pg_notify('things', '')` };
const backend = { name: 'backend', text: 'select pg_backend_pid() as pid' };
const lock: RowLock = {
  of: 'thing',
  name: 'lock a thing',
  text: 'select name from named_things where name = $1 for update',
};

describe('behind a pooler in transaction mode', () => {
  let scratch: ScratchDatabase;
  let directory: TemporaryDirectory;
  let pooler: Pgbouncer | undefined;
  let missing = '';

  const startPooler = (folder: string, options: Partial<PgbouncerOptions> = {}) =>
    startPgbouncer({
      directory: `${directory.path}/${folder}`,
      postgresUrl: scratch.url,
      poolSize: sessions,
      connectQuery,
      ...options,
    });

  beforeAll(async () => {
    [scratch, directory] = await Promise.all([createScratchDatabase(), createTemporaryDirectory()]);
    await scratch.run(thingsTable);
    await scratch.run('create table named_things (name text primary key)');
    await scratch.run(`insert into named_things values ('a')`);
    await scratch.run(`insert into things select id, 'thing ' || id from generate_series(1, ${turns}) id`);
    try {
      pooler = await startPooler('pooler');
    } catch (error) {
      if (!(error instanceof MissingServer)) throw error;
      missing = error.message;
    }
  }, 120_000);
  beforeEach(({ skip }) => skip(missing !== '', missing));
  afterAll(async () => {
    await pooler?.stop();
    await Promise.all([scratch.drop(), directory.remove()]);
  });

  const optionsOf = (): DatabaseOptions => ({
    url: pooler?.url ?? '',
    sessionUrl: scratch.url,
    max: 6,
    // A machine under load is no subject of these tests.
    connectTimeoutMs: 20_000,
    ...settings,
  });
  const open = (applicationName: string, options: Partial<DatabaseOptions> = {}): Database => {
    const database = createPool({ ...optionsOf(), ...options, applicationName, logger: silent });
    onTestFinished(() => database.component.stop());
    return database;
  };

  /** Statements and transactions of two services at once, on fewer sessions than they have connections. */
  const work = async (options: Partial<DatabaseOptions> = {}): Promise<Set<unknown>> => {
    const databases = [open('identity', options), open('organization', options)];
    const pids = new Set<unknown>();
    await Promise.all(
      databases.flatMap((database, index) => {
        const transact = createTransact(database);
        return Array.from({ length: turns }, async (_, turn) => {
          const id = turn + 1;
          const rows = await database.query<{ id: number }>(read, [id]);
          expect(rows).toMatchObject([{ id }]);
          await transact('append', async (tx) => {
            const [before] = await tx.query(backend);
            await tx.query(append, [id, `.${index}`]);
            const [after] = await tx.query(backend);
            expect(after).toEqual(before);
            pids.add(after?.['pid']);
          });
        });
      }),
    );
    return pids;
  };
  const appended = async (): Promise<number> => {
    const [row] = await scratch.run<{ count: number }>(
      `select sum(length(regexp_replace(name, '[^.]', '', 'g')))::int as count from things`,
    );
    return row?.count ?? 0;
  };

  it('statements and transactions of two services share the sessions of a pooler', async () => {
    const before = await appended();
    const pids = await work();
    expect(await appended()).toBe(before + 2 * turns);
    expect(pids.size).toBeGreaterThan(1);
    expect(pids.size).toBeLessThanOrEqual(sessions);
  });

  it('statements may be prepared behind a pooler that tracks them by name', async ({ skip }) => {
    skip(pooler?.tracksStatements === false, 'pgbouncer is older than 1.21');
    const before = await appended();
    await work({ preparedStatements: true });
    expect(await appended()).toBe(before + 2 * turns);
  });

  it('rows stay locked behind a pooler until the transaction ends', async () => {
    const [one, other] = [createTransact(open('identity')), createTransact(open('identity'))];
    const order: string[] = [];
    const locked = Promise.withResolvers<void>();
    const first = one('first', async (tx) => {
      await lockRow(tx, lock, ['a']);
      locked.resolve();
      // The second transaction waits for the row, which another one than this can see.
      const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
      await waitUntil(async () => (await scratch.run(waiting)).length === 1);
      order.push('first');
    });
    await locked.promise;
    await other('second', async (tx) => {
      await lockRow(tx, lock, ['a']);
      order.push('second');
    });
    await first;
    expect(order).toEqual(['first', 'second']);
  });

  it('a statement behind a pooler that takes too long is cancelled by Postgres', {
    tags: 'soak',
  }, async () => {
    const database = open('identity');
    await database.component.ready();
    await expect(database.query(sleep)).rejects.toThrow('canceling statement due to statement timeout');
  });

  it('a pool is neither ready nor used where the sessions of the pooler have other settings', async () => {
    const database = open('identity', { statementTimeoutMs: 900 });
    const problem = 'statement_timeout is 5000 and must be 900';
    await expect(database.component.ready()).rejects.toThrow(problem);
    await expect(database.query(read, [1])).rejects.toThrow(problem);
  });

  it('a pool without a direct URL is refused behind a pooler, also one that ignores startup parameters', async () => {
    await expect(open('identity', { sessionUrl: undefined }).component.ready()).rejects.toThrow(
      'unsupported startup parameter',
    );
    const ignoring = await startPooler('ignoring', {
      connectQuery: 'select 1',
      ignoredParameters: [
        'options',
        'statement_timeout',
        'lock_timeout',
        'idle_in_transaction_session_timeout',
      ],
    });
    onTestFinished(() => ignoring.stop());
    const database = open('identity', { url: ignoring.url, sessionUrl: undefined });
    await expect(database.query(read, [1])).rejects.toThrow('statement_timeout is 0 and must be 5000');
  });

  it('notifications and leadership work by the direct URL beside a pooler', async () => {
    let notified = 0;
    const url = sessionUrlOf(optionsOf());
    const listener = createListener({
      url,
      channel: 'things',
      onNotify: () => void (notified += 1),
      logger: silent,
    });
    const compete = () =>
      createLeadership({
        url,
        name: 'relay',
        work: (signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
        pollMs: 20,
        logger: silent,
      });
    const [first, second] = [compete(), compete()];
    for (const session of [listener, first, second]) {
      onTestFinished(() => session.stop());
      await session.start();
    }
    await waitUntil(() => first.leads() && notified > 0);
    const before = notified;
    await createTransact(open('identity'))('notify', async (tx) => void (await tx.query(notify)));
    await waitUntil(() => notified > before);
    expect([first.leads(), second.leads()]).toEqual([true, false]);
    await first.stop();
    await waitUntil(() => second.leads());
  });
});
