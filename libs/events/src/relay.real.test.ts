import { fromBinary } from '@bufbuild/protobuf';
import { EventSchema } from '@patchbay/contracts/patchbay/events/v1/event';
import { createPool } from '@patchbay/database/pool';
import type { Component } from '@patchbay/runtime/component';
import { inSpan, tracerOf } from '@patchbay/telemetry/span';
import { currentTraceId } from '@patchbay/telemetry/trace-context';
import { createTestEventKeys } from '@patchbay/testing/event-keys';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createConsumer } from './consumer.ts';
import { createInProcessBus } from './in-process.ts';
import { createOutboxRows, createRelay } from './relay.ts';
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
const waiting = { timeout: 120_000, interval: 20 };

describe('a relay', () => {
  let outbox: ScratchOutbox;
  const started: Component[] = [];
  beforeAll(async () => {
    outbox = await createScratchOutbox();
  });
  beforeEach(async () => {
    await outbox.database.pool.query('delete from outbox');
  });
  afterEach(async () => {
    for (const component of started.splice(0).toReversed()) await component.stop?.();
  });
  afterAll(() => outbox.drop());

  const relayTo = (publisher: EventPublisher): Component =>
    createRelay({
      context: 'organization',
      url: outbox.url,
      database: outbox.database,
      publisher,
      logger: outbox.logger,
      batchSize: 3,
      pollMs: 600_000,
    });

  /** A relay and a consumer on an in-process bus. It never polls within a test, so only notifications wake it. */
  const relaying = async () => {
    const { publisher, source } = createInProcessBus({ logger: outbox.logger });
    const state = { got: [] as string[], traceIds: [] as (string | undefined)[], attempts: 0, broken: false };
    const consumer = createConsumer({
      source: eventKeys.verified(source),
      service: 'audit',
      group: 'audit',
      topics: [topicOf('organization')],
      async handle(events) {
        state.attempts += 1;
        if (state.broken) throw new Error('away');
        state.got.push(...events.map(({ event }) => `${event.organizationId} ${event.target?.name}`));
        state.traceIds.push(...events.map(() => currentTraceId()));
      },
    });
    const relay = relayTo(eventKeys.signed(publisher, 'organization'));
    for (const component of [consumer, relay]) {
      await component.start?.();
      started.push(component);
    }
    return { relay, state };
  };

  const emptied = () => vi.waitFor(async () => expect(await outbox.rows()).toEqual([]), waiting);

  it('the relay publishes recorded events in the order of each key and empties the outbox', async () => {
    const { state } = await relaying();
    const numbers = Array.from({ length: 10 }, (_, index) => String(index));
    for (const number of numbers) await outbox.record([eventOf('o1', number), eventOf('o2', number)]);
    await vi.waitFor(() => expect(state.got).toHaveLength(20), waiting);
    for (const key of ['o1', 'o2']) {
      expect(state.got.filter((text) => text.startsWith(key))).toEqual(numbers.map((n) => `${key} ${n}`));
    }
    await emptied();
  });

  it('a restarted relay publishes the events that were recorded meanwhile', async () => {
    const first = await relaying();
    await outbox.record([eventOf('o1', '1')]);
    await vi.waitFor(() => expect(first.state.got).toEqual(['o1 1']), waiting);
    await emptied();
    await first.relay.stop?.();
    await outbox.record([eventOf('o1', '2'), eventOf('o1', '3')]);
    const second = await relaying();
    await vi.waitFor(() => expect(second.state.got).toEqual(['o1 2', 'o1 3']), waiting);
    expect(first.state.got).toEqual(['o1 1']);
  });

  it('one relay is active, and a second one takes over when the first has stopped', async () => {
    const first = await relaying();
    const second = await relaying();
    for (const number of ['1', '2', '3', '4', '5']) await outbox.record([eventOf('o1', number)]);
    await vi.waitFor(() => expect(first.state.got).toHaveLength(5), waiting);
    await emptied();
    expect(second.state.got).toEqual([]);
    await first.relay.stop?.();
    await outbox.record([eventOf('o1', '6')]);
    await vi.waitFor(() => expect(second.state.got).toEqual(['o1 6']), waiting);
    expect(first.state.got).toHaveLength(5);
  });

  it('a gauge shows whether the relay is active, also before it ever was', async () => {
    leading.length = 0;
    const first = await relaying();
    await vi.waitFor(() => expect(leading).toEqual([0, 1]), waiting);
    await relaying();
    expect(leading).toEqual([0, 1, 0]);
    await first.relay.stop?.();
    await vi.waitFor(() => expect(leading).toEqual([0, 1, 0, 0, 1]), waiting);
  });

  it('a relay that loses its lock while it publishes repeats events, and no first delivery is out of order', async () => {
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
    const relays = [
      relayTo(publisher(() => (begun.resolve(), stalled.promise))),
      relayTo(publisher(async () => undefined)),
    ];
    for (const relay of relays) {
      await relay.start?.();
      started.push(relay);
    }
    await outbox.record([eventOf('o1', '1'), eventOf('o1', '2')]);
    await begun.promise;
    await outbox.disconnectAll();
    await vi.waitFor(() => outbox.record([eventOf('o1', '3')]), waiting);
    await vi.waitFor(() => expect(arrived).toEqual(['1', '2', '3']), waiting);
    await emptied();
    stalled.resolve();
    await vi.waitFor(() => expect(arrived).toEqual(['1', '2', '3', '1', '2']), waiting);
    await outbox.record([eventOf('o1', '4')]);
    await vi.waitFor(() => expect(arrived.at(-1)).toBe('4'), waiting);
  });

  it('events that cannot be published stay in the outbox and are published in order later', async () => {
    const { state } = await relaying();
    state.broken = true;
    await outbox.record([eventOf('o1', '1')]);
    await outbox.record([eventOf('o1', '2')]);
    await vi.waitFor(() => expect(state.attempts).toBeGreaterThan(2), waiting);
    expect(await outbox.rows()).toHaveLength(2);
    state.broken = false;
    await vi.waitFor(() => expect(state.got).toEqual(['o1 1', 'o1 2']), waiting);
    await emptied();
  });

  it('the gauge of waiting events counts more rows than one round reads', async () => {
    const { state } = await relaying();
    state.broken = true;
    await outbox.record(['1', '2', '3', '4', '5'].map((number) => eventOf('o1', number)));
    await vi.waitFor(() => expect(told.at(-1)).toBe(5), waiting);
    state.broken = false;
    await emptied();
    await vi.waitFor(() => expect(told.at(-1)).toBe(0), waiting);
  });

  it('the relay continues after a restart of Postgres', async () => {
    const { state } = await relaying();
    await outbox.record([eventOf('o1', '1')]);
    await vi.waitFor(() => expect(state.got).toEqual(['o1 1']), waiting);
    await emptied();
    await outbox.disconnectAll();
    await vi.waitFor(() => outbox.record([eventOf('o1', '2')]), waiting);
    await vi.waitFor(() => expect(state.got).toEqual(['o1 1', 'o1 2']), waiting);
  });

  it('a drained relay has emptied the outbox', async () => {
    const { relay, state } = await relaying();
    await outbox.record([eventOf('o1', '0')]);
    await vi.waitFor(() => expect(state.got).toHaveLength(1), waiting);
    await outbox.record(Array.from({ length: 20 }, (_, index) => eventOf('o1', String(index + 1))));
    await relay.drain?.(AbortSignal.timeout(20_000));
    expect(await outbox.rows()).toEqual([]);
    expect(state.got).toHaveLength(21);
  });

  it('one trace leads from the recording transaction to the handler', async () => {
    const { state } = await relaying();
    const traceId = await inSpan(tracerOf('test'), 'request', {}, async () => {
      await outbox.record([eventOf('o1', '1')]);
      return currentTraceId();
    });
    await vi.waitFor(() => expect(state.traceIds).toEqual([traceId]), waiting);
  });
});

it('outbox rows are read, counted and removed without prepared statements if the pool uses none, as behind PgBouncer', async () => {
  const outbox = await createScratchOutbox();
  onTestFinished(() => outbox.drop());
  const { pool, queryWithoutSpan, component } = createPool({
    url: outbox.url,
    preparedStatements: false,
    max: 1,
    applicationName: 'test',
    logger: outbox.logger,
  });
  onTestFinished(() => component.stop());
  await outbox.record(['1', '2'].map((number) => eventOf('o1', number)));
  const rows = createOutboxRows({ queryWithoutSpan });
  const read = await rows.read(10);
  expect(read.map(({ key }) => key)).toEqual(['o1', 'o1']);
  expect(await rows.count(10)).toBe(2);
  await rows.remove(read);
  expect(await rows.count(10)).toBe(0);
  expect((await pool.query('select name from pg_prepared_statements')).rows).toEqual([]);
});
