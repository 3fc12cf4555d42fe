import { randomUUID } from 'node:crypto';
import { createPool, type Database } from '@patchbay/database/pool';
import type { Queryable } from '@patchbay/database/query';
import { createTransact } from '@patchbay/database/transaction';
import { createKafkaTransport } from '@patchbay/events/kafka';
import { readTopic } from '@patchbay/events/read-topic';
import { headTopic } from '@patchbay/events/topics';
import type { EventPublisher } from '@patchbay/events/transport';
import type { Component } from '@patchbay/runtime/component';
import { createLog } from '@patchbay/testing/log';
import { testServers } from '@patchbay/testing/servers';
import { v7 } from 'uuid';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { recordEvents } from '../consumer/record.ts';
import { readSignedHead } from '../domain/signed-head.ts';
import { trailEvent } from '../domain/trail-event.fixture.ts';
import { createTrail, headKeys, logger, type TestTrail } from '../test-bed.fixture.ts';
import { createHeadPublisher } from './head-publisher.ts';

const gauges = vi.hoisted(() => ({ oldest: [] as number[], leading: [] as number[] }));
vi.mock('@patchbay/telemetry/metrics', () => ({
  count() {},
  observe() {},
  set(metric: string, value: number) {
    if (metric === 'headsOldest') gauges.oldest.push(value);
    if (metric === 'publisherLeading') gauges.leading.push(value);
  },
}));

const waiting = { timeout: 120_000, interval: 20 };
/** Longer than a test: rounds begin at a start and when a publisher has failed, or with a short interval. */
const never = 600_000;

interface StartOptions {
  readonly intervalMs?: number;
  readonly batchSize?: number;
  readonly log?: typeof logger;
  /** Default: the pool of the service. */
  readonly through?: Queryable;
}

describe('publishing heads', () => {
  let trail: TestTrail;
  let db: Database;
  const started: Component[] = [];
  beforeAll(async () => {
    trail = await createTrail();
    // Some entries are recorded minutes ago, which may be in the month before.
    await trail.db.pool.query(`select create_partitions((now() - interval '1 month')::date, now()::date)`);
    db = createPool({ url: trail.url, applicationName: 'test', logger });
  });
  afterEach(async () => {
    for (const component of started.splice(0).toReversed()) await component.stop?.();
    await trail.db.pool.query('truncate entries, chain_heads, published_heads, checkpoints');
    gauges.oldest.length = 0;
  });
  afterAll(async () => {
    await db?.component.stop();
    await trail?.stop();
  });

  const record = async (organizationIds: readonly string[], now = new Date()) =>
    void (await createTransact(db)('record', (tx) =>
      recordEvents(tx, new Map(organizationIds.map((id) => [id, [trailEvent({ occurredAt: now })]])), now),
    ));

  /** Takes what is published, unless it is away. */
  const createRecorder = () => {
    const recorder = {
      away: false,
      attempts: 0,
      lines: [] as string[],
      heads: () =>
        recorder.lines.map((line) => {
          const { organizationId, sequence } = readSignedHead(line, [headKeys.publicKey]);
          return `${organizationId} ${sequence}`;
        }),
      publisher: {
        name: 'test',
        async publish(topic, messages) {
          recorder.attempts += 1;
          if (recorder.away) throw new Error('away');
          expect(topic).toBe(headTopic);
          const lines = messages.map(({ value }) => Buffer.from(value).toString());
          expect(messages.map(({ key }) => key)).toEqual(
            lines.map((line) => (JSON.parse(line) as { organizationId: string }).organizationId),
          );
          recorder.lines.push(...lines);
        },
      } satisfies EventPublisher,
    };
    return recorder;
  };

  const start = async (
    publisher: EventPublisher,
    { intervalMs = never, batchSize = 500, log = logger, through }: StartOptions = {},
  ): Promise<Component> => {
    const component = createHeadPublisher({
      url: trail.url,
      db: through ?? db,
      heads: { privateKey: headKeys.privateKey, intervalMs },
      publisher,
      logger: log,
      batchSize,
    });
    started.push(component);
    await component.start?.();
    return component;
  };

  const published = async () => {
    const { rows } = await trail.db.pool.query<{ head: string }>(
      `select organization_id || ' ' || sequence as head from published_heads order by organization_id`,
    );
    return rows.map(({ head }) => head);
  };
  const stop = async (component: Component): Promise<void> => {
    await component.drain?.(AbortSignal.timeout(10_000));
    await component.stop?.();
  };

  it('the newest head of each chain is published once, in batches, and again only after the chain has grown', async () => {
    const ids = Array.from({ length: 7 }, () => v7()).toSorted();
    await record(ids);
    await record(ids.slice(0, 2));
    const recorder = createRecorder();
    await start(recorder.publisher, { intervalMs: 20, batchSize: 3 });
    const first = ids.map((id, index) => `${id} ${index < 2 ? 2 : 1}`);
    await vi.waitFor(async () => expect(await published()).toEqual(first), waiting);
    expect(recorder.heads()).toEqual(first);
    expect(recorder.attempts).toBe(3);
    await record(ids.slice(3, 4));
    await vi.waitFor(() => expect(recorder.heads()).toEqual([...first, `${ids[3]} 2`]), waiting);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(recorder.lines).toHaveLength(8);
  });

  it('a draining publisher publishes the heads of recent entries', async () => {
    const recorder = createRecorder();
    const component = await start(recorder.publisher);
    await vi.waitFor(() => expect(gauges.leading.at(-1)).toBe(1), waiting);
    const id = v7();
    await record([id]);
    await stop(component);
    expect(recorder.heads()).toEqual([`${id} 1`]);
  });

  it('during an outage of Kafka the gauge of the oldest head grows, and no head is lost', async () => {
    const [id = '', other = ''] = [v7(), v7()].toSorted();
    await record([id, other], new Date(Date.now() - 90_000));
    await record([other]);
    const recorder = createRecorder();
    recorder.away = true;
    const component = await start(recorder.publisher);
    await vi.waitFor(() => expect(recorder.attempts).toBeGreaterThan(2), waiting);
    expect(component.trouble?.()).toContain('away');
    expect(await published()).toEqual([]);
    const ages = [...gauges.oldest];
    expect(ages[0]).toBeGreaterThanOrEqual(90);
    expect(ages.at(-1)).toBeGreaterThan(ages[0] ?? 0);
    await record([id]);
    recorder.away = false;
    await vi.waitFor(async () => expect(await published()).toEqual([`${id} 2`, `${other} 2`]), waiting);
    expect(recorder.heads()).toEqual([`${id} 2`, `${other} 2`]);
    await vi.waitFor(() => expect(gauges.oldest.at(-1)).toBe(0), waiting);
    expect(component.trouble?.()).toBeUndefined();
  });

  it('the gauge shows the age of the oldest uncovered entry, not of the head', async () => {
    const id = v7();
    await record([id], new Date(Date.now() - 500_000));
    const first = createRecorder();
    await stop(await start(first.publisher));
    await record([id], new Date(Date.now() - 200_000));
    await record([id]);
    const recorder = createRecorder();
    gauges.oldest.length = 0;
    await stop(await start(recorder.publisher));
    expect(recorder.heads()).toEqual([`${id} 3`]);
    expect(gauges.oldest[0]).toBeGreaterThanOrEqual(200);
    expect(gauges.oldest[0]).toBeLessThan(300);
  });

  it('one process publishes heads at a time, and another takes over', async () => {
    const [first, second] = [createRecorder(), createRecorder()];
    const ids = [v7(), v7()].toSorted();
    await record(ids);
    const components = [
      await start(first.publisher, { intervalMs: 20 }),
      await start(second.publisher, { intervalMs: 20 }),
    ];
    await vi.waitFor(async () => expect(await published()).toEqual(ids.map((id) => `${id} 1`)), waiting);
    await record(ids);
    await vi.waitFor(async () => expect(await published()).toEqual(ids.map((id) => `${id} 2`)), waiting);
    const all = ids.flatMap((id) => [`${id} 1`, `${id} 2`]).toSorted();
    expect([...first.heads(), ...second.heads()].toSorted()).toEqual(all);
    expect(Math.max(first.lines.length, second.lines.length)).toBe(4);
    const [leader, other] = first.lines.length > 0 ? [0, second] : [1, first];
    await components[leader]?.stop?.();
    await record(ids);
    await vi.waitFor(() => expect(other.heads()).toEqual(ids.map((id) => `${id} 3`)), waiting);
  });

  it('a head that was published without being saved is published again, and no older head is saved', async () => {
    const id = v7();
    await record([id]);
    await record([id]);
    const recorder = createRecorder();
    await stop(await start(recorder.publisher));
    // As if the process had ended between the two steps.
    await trail.db.pool.query('truncate published_heads');
    await stop(await start(recorder.publisher));
    expect(recorder.heads()).toEqual([`${id} 2`, `${id} 2`]);
    expect(await published()).toEqual([`${id} 2`]);
  });

  it('a chain that is shorter than its published head is logged once, and the published head is kept', async () => {
    const id = v7();
    await record([id]);
    await record([id]);
    const recorder = createRecorder();
    await stop(await start(recorder.publisher));
    await trail.db.pool.query('delete from entries where sequence = 2');
    await trail.db.pool.query('update chain_heads set sequence = 1');
    const { logger: log, lines } = createLog();
    await start(recorder.publisher, { intervalMs: 10, log });
    const logged = () => lines.filter(({ level }) => level === 'error');
    await vi.waitFor(() => expect(logged()).toHaveLength(1), waiting);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(logged()).toEqual([
      expect.objectContaining({
        organizationId: id,
        sequence: 1,
        published: 2,
        msg: 'found a chain that is shorter than its published head: entries were removed',
      }),
    ]);
    expect(await published()).toEqual([`${id} 2`]);
    expect(recorder.lines).toHaveLength(1);
    expect(gauges.oldest.at(-1)).toBeGreaterThan(0.1);
  });

  it.each([
    ['sequence', 'sequence = 9'],
    ['hash', `hash = repeat('f', 64)`],
    ['time', `recorded_at = recorded_at + interval '1 ms'`],
    ['infinite time', `recorded_at = 'infinity'`],
  ])('a head whose %s differs from its entry is not signed, and is logged once', async (_, change) => {
    const [altered = '', other = ''] = [v7(), v7()].toSorted();
    await record([altered, other]);
    // As the service's own role, which may.
    await db.pool.query(`update chain_heads set ${change} where organization_id = $1`, [altered]);
    const recorder = createRecorder();
    const { logger: log, lines } = createLog();
    await start(recorder.publisher, { intervalMs: 10, batchSize: 1, log });
    await vi.waitFor(() => expect(recorder.heads()).toEqual([`${other} 1`]), waiting);
    // Several passes later, each of which has found the altered head again.
    gauges.oldest.length = 0;
    await vi.waitFor(() => expect(gauges.oldest.length).toBeGreaterThan(3), waiting);
    await vi.waitFor(() => expect(gauges.oldest.at(-1)).toBeGreaterThan(0.2), waiting);
    expect(lines.filter(({ level }) => level === 'error')).toEqual([
      expect.objectContaining({
        organizationId: altered,
        msg: 'found a chain head that matches no entry: it was altered and is not signed',
      }),
    ]);
    expect(recorder.heads()).toEqual([`${other} 1`]);
    await trail.db.pool.query(
      `update chain_heads head set sequence = entry.sequence, hash = entry.hash, recorded_at = entry.recorded_at
       from entries entry where entry.organization_id = head.organization_id`,
    );
    await vi.waitFor(() => expect(recorder.heads()).toEqual([`${other} 1`, `${altered} 1`]), waiting);
    await vi.waitFor(() => expect(gauges.oldest.at(-1)).toBe(0), waiting);
  });

  it('a head whose entry retention has removed is signed', async () => {
    const id = v7();
    await record([id]);
    await trail.db.pool.query(
      `with removed as (delete from entries returning *)
       insert into checkpoints select organization_id, sequence, hash, recorded_at, '' from removed`,
    );
    const recorder = createRecorder();
    await stop(await start(recorder.publisher));
    expect(recorder.heads()).toEqual([`${id} 1`]);
  });

  it('the gauge shows the time since the last pass if the chains cannot be read', async () => {
    const recorder = createRecorder();
    let failing = false;
    const through: Queryable = {
      now: () => new Date(),
      async query(statement, values) {
        if (failing) throw new Error('away');
        return db.query(statement, values);
      },
    };
    await start(recorder.publisher, { intervalMs: 10, through });
    await vi.waitFor(() => expect(gauges.oldest.at(-1)).toBe(0), waiting);
    failing = true;
    await vi.waitFor(() => expect(gauges.oldest.at(-1)).toBeGreaterThan(0.2), waiting);
    failing = false;
    await vi.waitFor(() => expect(gauges.oldest.at(-1)).toBe(0), waiting);
  });

  it('all published heads are in the Kafka topic, signed', async () => {
    const brokers = testServers().kafkaBrokers;
    const ids = Array.from({ length: 20 }, () => v7()).toSorted();
    await record(ids);
    const transports = [1, 2].map(() => createKafkaTransport({ brokers, clientId: 'test', logger }));
    for (const { publisher } of transports) {
      started.push(publisher);
      await start(publisher, { intervalMs: 20, batchSize: 6 });
    }
    await vi.waitFor(async () => expect(await published()).toEqual(ids.map((id) => `${id} 1`)), waiting);
    await record(ids.slice(0, 5));
    const newest = ids.map((id, index) => `${id} ${index < 5 ? 2 : 1}`);
    await vi.waitFor(async () => expect(await published()).toEqual(newest), waiting);
    // A head is published again if Kafka's answer is late.
    const heads = new Set<string>();
    await readTopic({
      brokers,
      clientId: 'test',
      topic: headTopic,
      group: `group-${randomUUID()}`,
      async handle(values) {
        for (const value of values) {
          const line = value.toString();
          // The topic has heads of other tests too.
          if (!ids.some((id) => line.includes(id))) continue;
          const { organizationId, sequence } = readSignedHead(line, [headKeys.publicKey]);
          heads.add(`${organizationId} ${sequence}`);
        }
      },
      logger,
    });
    const all = [...ids.map((id) => `${id} 1`), ...ids.slice(0, 5).map((id) => `${id} 2`)];
    expect([...heads].toSorted()).toEqual(all.toSorted());
  });
});
