import '@patchbay/telemetry/fresh-modules';
import { setImmediate as turn } from 'node:timers/promises';
import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createPool, type Database, type PoolOptions } from './pool.ts';
import {
  createScratchDatabase,
  type ScratchDatabase,
  silent,
  waitUntil,
} from './scratch-database.fixture.ts';
import { createTransact } from './transaction.ts';

const gauges = vi.hoisted(() => new Map<string, () => number | undefined>());
vi.mock(import('@patchbay/telemetry/metrics'), async (original) => ({
  ...(await original()),
  watch: (metric, labels, read) => void gauges.set([metric, ...Object.values(labels)].join(' '), read),
}));

let scratch: ScratchDatabase;
const opened: Database[] = [];
const exporter = new InMemorySpanExporter();

const open = (options: Partial<PoolOptions> = {}): Database => {
  const database = createPool({ url: scratch.url, applicationName: 'things', logger: silent, ...options });
  opened.push(database);
  return database;
};

beforeAll(async () => {
  scratch = await createScratchDatabase();
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(
    new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }),
  );
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((database) => database.component.stop()));
});
afterAll(() => scratch.drop());

describe('a pool', () => {
  it('a pool prepares a statement once per connection', async () => {
    const database = open({ max: 1 });
    const add = { name: 'add', text: 'select $1::int + $2::int as sum' };
    expect(await database.query(add, [1, 2])).toEqual([{ sum: 3 }]);
    expect(await database.query(add, [3, 4])).toEqual([{ sum: 7 }]);
    const prepared = await database.pool.query(`select name from pg_prepared_statements where name = 'add'`);
    expect(prepared.rows).toHaveLength(1);
  });

  it('a pool gives each session the settings that it was asked for, beside its own', async () => {
    const { pool } = open({ settings: { plan_cache_mode: 'force_generic_plan', enable_seqscan: 'off' } });
    const { rows } = await pool.query<Record<string, string>>(
      `select current_setting('plan_cache_mode') as plans, current_setting('enable_seqscan') as seqscan,
              current_setting('timezone') as zone`,
    );
    expect(rows).toEqual([{ plans: 'force_generic_plan', seqscan: 'off', zone: 'UTC' }]);
  });

  it('a pool ends a statement that takes too long', async () => {
    const database = open({ statementTimeoutMs: 50 });
    await expect(database.query({ name: 'sleep', text: 'select pg_sleep(20)' })).rejects.toMatchObject({
      code: '57014',
    });
  });

  it('a pool sets a time limit for idle transactions', async () => {
    const { rows } = await open().pool.query('show idle_in_transaction_session_timeout');
    expect(rows).toEqual([{ idle_in_transaction_session_timeout: '15s' }]);
  });

  it('a transaction that Postgres ended because it was idle fails as unavailable', async () => {
    const work = createTransact(open({ applicationName: 'pausing' }))('pause', async (tx) => {
      const text = `select set_config('idle_in_transaction_session_timeout', '50', true)`;
      await tx.query({ name: 'end idle transactions early', text });
      const sessions = `select from pg_stat_activity where application_name = 'pausing'`;
      await waitUntil(async () => (await scratch.run(sessions)).length === 0);
      await tx.query({ name: 'one', text: 'select 1' });
    });
    await expect(work).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('a pool lets nobody wait for a connection for ever', { tags: 'soak' }, async () => {
    const database = open({ max: 1, connectTimeoutMs: 5_000 });
    const held = await database.pool.connect();
    await expect(database.query({ name: 'one', text: 'select 1' })).rejects.toMatchObject({
      code: 'unavailable',
    });
    held.release();
  });

  it('a pool has gauges of its connections and of those who wait for one', async () => {
    const database = open({ max: 1, applicationName: 'gauges' });
    await database.component.start?.();
    const told = () => Object.fromEntries([...gauges].map(([name, read]) => [name, read()]));
    const held = await database.pool.connect();
    const waiting = database.query({ name: 'one', text: 'select 1' });
    // The first one waits for a connection of the pool, the second one until the first has ended.
    const transactions = [1, 2].map(() => database.turns.run(undefined, () => waiting));
    await turn();
    expect(database.turns.waitingForConnection()).toBe(1);
    expect(told()).toEqual({
      'poolConnections gauges busy': 1,
      'poolConnections gauges idle': 0,
      'poolWaiting gauges': 2,
    });
    held.release();
    await Promise.all([waiting, ...transactions]);
    expect(told()).toEqual({
      'poolConnections gauges busy': 0,
      'poolConnections gauges idle': 1,
      'poolWaiting gauges': 0,
    });
  });

  it('a pool outlives its connections', async () => {
    const database = open({ applicationName: 'outlives' });
    await database.component.ready();
    expect(await scratch.disconnect('outlives')).toBe(1);
    await waitUntil(() => database.pool.totalCount === 0);
    await expect(database.component.ready()).resolves.toBeUndefined();
  });

  it('a pool outlives a connection that breaks while it is checked out', async () => {
    const database = open({ applicationName: 'in hand' });
    const held = await database.pool.connect();
    const ended = new Promise<void>((resolve) => void held.once('end', resolve));
    await scratch.disconnect('in hand');
    await ended;
    await expect(held.query('select 1')).rejects.toThrow('not queryable');
    held.release();
    await expect(database.component.ready()).resolves.toBeUndefined();
  });

  it('a pool may be stopped twice', async () => {
    const database = open();
    await database.component.ready();
    await Promise.all([database.component.stop(), database.component.stop()]);
    await expect(database.component.ready()).rejects.toThrow('after calling end');
  });

  it('a pool records a span of each statement without its values', async () => {
    exporter.reset();
    await open().query({ name: 'secret', text: 'select $1::text as secret' }, ['hunter2']);
    const [span] = exporter.getFinishedSpans();
    expect(span).toMatchObject({
      name: 'db secret',
      attributes: { 'db.system.name': 'postgresql', 'db.operation.name': 'SELECT' },
    });
    expect(JSON.stringify([span?.attributes, span?.events, span?.status])).not.toContain('hunter2');
  });
});
