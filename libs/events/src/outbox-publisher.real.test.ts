import { patience } from '@patchbay/testing/postgres';
import '@patchbay/telemetry/fresh-modules';
import { EventEmitter, once } from 'node:events';
import { fromBinary } from '@bufbuild/protobuf';
import { EventSchema } from '@patchbay/contracts/patchbay/events/v1/event';
import { createPool } from '@patchbay/database/pool';
import type { Component } from '@patchbay/runtime/component';
import { inSpan, tracerOf } from '@patchbay/telemetry/span';
import { currentTraceId } from '@patchbay/telemetry/trace-context';
import { createTestEventKeys } from '@patchbay/testing/event-keys';
import type { Worker } from '@patchbay/worker/worker';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createConsumer } from './consumer.ts';
import { createInProcessBus } from './in-process.ts';
import { createOutboxPublisher, createOutboxRows } from './outbox-publisher.ts';
import { createScratchOutbox, eventOf, type ScratchOutbox } from './scratch-outbox.fixture.ts';
import { topicOf } from './topics.ts';
import type { EventPublisher } from './transport.ts';

// Starts tracing: without it there are no trace ids.
await import('@patchbay/telemetry/start');

const leading = vi.hoisted((): number[] => []);
const told = vi.hoisted((): number[] => []);
vi.mock('@patchbay/telemetry/metrics', () => ({
  count() {},
  startAtZero() {},
  observe() {},
  watch() {},
  set(metric: string, value: number) {
    if (metric === 'publisherLeading') leading.push(value);
    if (metric === 'outboxWaiting') told.push(value);
  },
}));

const eventKeys = createTestEventKeys();

describe('the outbox publisher', () => {
  let outbox: ScratchOutbox;
  const started: Component[] = [];
  beforeAll(async () => {
    outbox = await createScratchOutbox();
  });
  beforeEach(async () => {
    await outbox.database.pool.query('delete from outbox');
    leading.length = 0;
    told.length = 0;
  });
  afterEach(async () => {
    for (const component of started.splice(0).toReversed()) await component.stop?.();
  });
  afterAll(() => outbox.drop());

  const start = async (...components: Component[]): Promise<void> => {
    for (const component of components) {
      await component.start?.();
      started.push(component);
    }
  };

  const publisherTo = (publisher: EventPublisher): Worker =>
    createOutboxPublisher({
      context: 'organization',
      url: outbox.url,
      database: outbox.database,
      publisher,
      logger: outbox.logger,
      batchSize: 3,
      pollMs: 86_400_000,
      clock: outbox.clock,
    });

  /** Moves the clock, second by second, until something has happened that Postgres decides. */
  const passUntil = async (happened: () => boolean): Promise<void> => {
    while (!happened()) {
      await outbox.clock.advance(1_000);
      // Postgres has answered what was asked before, or has ended the connection.
      await outbox.database.pool.query('select').catch(() => {});
    }
  };

  /** An outbox publisher that is not started, and a consumer on an in-process bus. */
  const createPublishing = async () => {
    const { publisher, source } = createInProcessBus({ logger: outbox.logger });
    const state = { got: [] as string[], traceIds: [] as (string | undefined)[], broken: false };
    const handled = new EventEmitter();
    const consumer = createConsumer({
      source: eventKeys.verified(source),
      service: 'audit',
      group: 'audit',
      topics: [topicOf('organization')],
      async handle(events) {
        if (state.broken) throw new Error('away');
        state.got.push(...events.map(({ event }) => `${event.organizationId} ${event.target?.name}`));
        state.traceIds.push(...events.map(() => currentTraceId()));
        handled.emit('events');
      },
    });
    await start(consumer);
    /** Resolves when so many events were received and deleted from the outbox. */
    const received = async (count: number): Promise<void> => {
      while (state.got.length < count) await once(handled, 'events');
      await worker.runDue();
    };
    const worker = publisherTo(eventKeys.signed(publisher, 'organization'));
    return { worker, state, received };
  };

  it('the outbox publisher publishes recorded events in the order of each key and empties the outbox', async () => {
    const { worker, state } = await createPublishing();
    const numbers = Array.from({ length: 10 }, (_, index) => String(index));
    for (const number of numbers) await outbox.record([eventOf('o1', number), eventOf('o2', number)]);
    await worker.runDue();
    for (const key of ['o1', 'o2']) {
      expect(state.got.filter((text) => text.startsWith(key))).toEqual(numbers.map((n) => `${key} ${n}`));
    }
    expect(await outbox.rows()).toEqual([]);
  });

  it('a started publisher is woken by recorded events', async () => {
    const { worker, state, received } = await createPublishing();
    await outbox.record([eventOf('o1', '1')]);
    await start(worker);
    await received(1);
    await outbox.record([eventOf('o1', '2'), eventOf('o1', '3')]);
    await received(3);
    expect(state.got).toEqual(['o1 1', 'o1 2', 'o1 3']);
    expect(await outbox.rows()).toEqual([]);
  });

  it('a publisher that loses its lock while it publishes repeats events, and no first delivery is out of order', async () => {
    const arrived: string[] = [];
    const begun = Promise.withResolvers<void>();
    const stalled = Promise.withResolvers<void>();
    const publisher = (wait: () => Promise<void>): EventPublisher => ({
      name: 'test',
      async publish(_topic, messages) {
        await wait();
        arrived.push(...messages.map(({ value }) => fromBinary(EventSchema, value).target?.name ?? ''));
      },
    });
    const losing = publisherTo(publisher(() => (begun.resolve(), stalled.promise)));
    const other = publisherTo(publisher(async () => undefined));
    await start(losing, other);
    await outbox.record([eventOf('o1', '1'), eventOf('o1', '2')]);
    await begun.promise;
    await outbox.disconnectAll();
    await passUntil(() => arrived.length === 2);
    await outbox.record([eventOf('o1', '3')]);
    await other.runDue();
    expect(arrived).toEqual(['1', '2', '3']);
    expect(await outbox.rows()).toEqual([]);
    stalled.resolve();
    await losing.runDue();
    expect(arrived).toEqual(['1', '2', '3', '1', '2']);
    await outbox.record([eventOf('o1', '4')]);
    await other.runDue();
    expect(arrived.at(-1)).toBe('4');
  });

  it('events that cannot be published stay in the outbox, are counted, and are published in order later', async () => {
    const { worker, state } = await createPublishing();
    state.broken = true;
    await outbox.record(['1', '2', '3', '4', '5'].map((number) => eventOf('o1', number)));
    for (let attempt = 0; attempt < 3; attempt += 1) await expect(worker.runDue()).rejects.toThrow('away');
    expect(await outbox.rows()).toHaveLength(5);
    // More than one round reads.
    expect(told).toEqual([5]);
    state.broken = false;
    await worker.runDue();
    expect(state.got).toEqual(['1', '2', '3', '4', '5'].map((number) => `o1 ${number}`));
    expect([await outbox.rows(), told.at(-1)]).toEqual([[], 0]);
  });

  it('a drained publisher has emptied the outbox', async () => {
    const { worker, state, received } = await createPublishing();
    await start(worker);
    await outbox.record([eventOf('o1', '0')]);
    await received(1);
    await outbox.record(Array.from({ length: 20 }, (_, index) => eventOf('o1', String(index + 1))));
    await worker.drain(new AbortController().signal);
    expect(await outbox.rows()).toEqual([]);
    expect(state.got).toHaveLength(21);
  });

  it('one trace leads from the recording transaction to the handler', async () => {
    const { worker, state } = await createPublishing();
    const traceId = await inSpan(tracerOf('test'), 'request', {}, async () => {
      await outbox.record([eventOf('o1', '1')]);
      return currentTraceId();
    });
    await worker.runDue();
    expect(state.traceIds).toEqual([traceId]);
  });
});

it('outbox rows are read, counted and removed without prepared statements if the pool uses none, as behind PgBouncer', async () => {
  const outbox = await createScratchOutbox();
  onTestFinished(() => outbox.drop());
  const { pool, component, ...database } = createPool({
    url: outbox.url,
    preparedStatements: false,
    max: 1,
    applicationName: 'test',
    ...patience,
    logger: outbox.logger,
  });
  onTestFinished(() => component.stop());
  await outbox.record(['1', '2'].map((number) => eventOf('o1', number)));
  const rows = createOutboxRows(database);
  const read = await rows.read(10);
  expect(read.map(({ key }) => key)).toEqual(['o1', 'o1']);
  expect(await rows.count(10)).toBe(2);
  await rows.remove(read);
  expect(await rows.count(10)).toBe(0);
  expect((await pool.query('select name from pg_prepared_statements')).rows).toEqual([]);
});
