import '@patchbay/telemetry/fresh-modules';
import type { Queryable } from '@patchbay/database/query';
import { createTransact } from '@patchbay/database/transaction';
import { headTopic } from '@patchbay/events/topics';
import type { EventPublisher } from '@patchbay/events/transport';
import type { Component } from '@patchbay/runtime/component';
import { createManualClock } from '@patchbay/runtime/manual-clock';
import { createLog } from '@patchbay/testing/log';
import type { Worker } from '@patchbay/worker/worker';
import { v7 } from 'uuid';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { recordEvents } from '../consumer/record.ts';
import { readSignedHead } from '../domain/signed-head.ts';
import { trailEvent } from '../domain/trail-event.fixture.ts';
import { headKeys, logger, sharedPool, sharedTrail } from '../test-bed.fixture.ts';
import { createHeadPublisher } from './head-publisher.ts';

const ages = vi.hoisted((): number[] => []);
vi.mock('@patchbay/telemetry/metrics', () => ({
  count() {},
  observe() {},
  set(metric: string, value: number) {
    if (metric === 'headsOldest') ages.push(value);
  },
}));

const clock = createManualClock(new Date());
const trail = await sharedTrail();
const db = sharedPool(trail, { clock });

const intervalMs = 60_000;

interface PublisherOptions {
  readonly batchSize?: number;
  readonly log?: typeof logger;
  /** Default: the pool of the service. */
  readonly through?: Queryable;
}

describe('publishing heads', () => {
  const stopped: Pick<Component, 'stop'>[] = [];
  afterEach(async () => {
    for (const component of stopped.splice(0).toReversed()) await component.stop?.();
    // The limits of closing connections end.
    await clock.advance(intervalMs);
    await trail.db.pool.query('truncate entries, chain_heads, published_heads, checkpoints');
    ages.length = 0;
  });

  const record = async (organizationIds: readonly string[]) => {
    const event = () => trailEvent({ occurredAt: clock.now() });
    await createTransact(db)('record', (tx) =>
      recordEvents(tx, new Map(organizationIds.map((id) => [id, [event()]])), tx.now()),
    );
  };

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

  /** A worker, which is not started. */
  const create = (
    publisher: EventPublisher,
    { batchSize = 500, log = logger, through }: PublisherOptions = {},
  ): Worker => {
    const worker = createHeadPublisher({
      url: trail.url,
      db: through ?? db,
      heads: { privateKey: headKeys.privateKey, intervalMs },
      publisher,
      logger: log,
      clock,
      batchSize,
    });
    stopped.push(worker);
    return worker;
  };
  /** Resolves when the round is over: each started publisher waits for its turn, and its connection for the next heartbeat. */
  const roundEnded = (publishers = 1) => clock.waitingFor(2 * publishers);
  /** Lets the next round begin, also after failures. */
  const nextRound = async (publishers = 1) => {
    await clock.advance(intervalMs);
    await roundEnded(publishers);
  };

  const published = async () => {
    const { rows } = await trail.db.pool.query<{ head: string }>(
      `select organization_id || ' ' || sequence as head from published_heads order by organization_id`,
    );
    return rows.map(({ head }) => head);
  };

  it('the newest head of each chain is published once, in batches, and again only after the chain has grown', async () => {
    const ids = Array.from({ length: 7 }, () => v7()).toSorted();
    await record(ids);
    await record(ids.slice(0, 2));
    const recorder = createRecorder();
    const worker = create(recorder.publisher, { batchSize: 3 });
    await worker.runDue();
    const first = ids.map((id, index) => `${id} ${index < 2 ? 2 : 1}`);
    expect(await published()).toEqual(first);
    expect(recorder.heads()).toEqual(first);
    expect(recorder.attempts).toBe(3);
    await record(ids.slice(3, 4));
    await worker.runDue();
    await worker.runDue();
    expect(recorder.heads()).toEqual([...first, `${ids[3]} 2`]);
  });

  it('a draining publisher publishes the heads of recent entries', async () => {
    const recorder = createRecorder();
    const worker = create(recorder.publisher);
    await worker.start();
    await roundEnded();
    const id = v7();
    await record([id]);
    await worker.drain(new AbortController().signal);
    expect(recorder.heads()).toEqual([`${id} 1`]);
  });

  it('during an outage of Kafka the gauge of the oldest head grows, and no head is lost', async () => {
    const [id = '', other = ''] = [v7(), v7()].toSorted();
    await record([id, other]);
    await clock.advance(90_000);
    await record([other]);
    const recorder = createRecorder();
    recorder.away = true;
    const worker = create(recorder.publisher);
    await worker.start();
    await roundEnded();
    expect(worker.trouble?.()).toContain('away');
    expect(await published()).toEqual([]);
    expect(ages.at(-1)).toBe(90);
    await nextRound();
    expect(ages.at(-1)).toBe(150);
    await record([id]);
    recorder.away = false;
    await nextRound();
    expect(await published()).toEqual([`${id} 2`, `${other} 2`]);
    expect(recorder.heads()).toEqual([`${id} 2`, `${other} 2`]);
    expect(ages.at(-1)).toBe(0);
    expect(worker.trouble?.()).toBeUndefined();
  });

  it('the gauge shows the age of the oldest uncovered entry, not of the head', async () => {
    const id = v7();
    await record([id]);
    const recorder = createRecorder();
    const worker = create(recorder.publisher);
    await worker.runDue();
    await clock.advance(300_000);
    await record([id]);
    await clock.advance(200_000);
    await record([id]);
    ages.length = 0;
    await worker.runDue();
    expect(recorder.heads()).toEqual([`${id} 1`, `${id} 3`]);
    expect(ages).toEqual([200, 0]);
  });

  it('one process publishes heads at a time, and another takes over', async () => {
    const [first, second] = [createRecorder(), createRecorder()];
    const id = v7();
    await record([id]);
    const workers = [create(first.publisher), create(second.publisher)];
    for (const worker of workers) await worker.start();
    await roundEnded(2);
    await record([id]);
    await nextRound(2);
    expect([first.heads(), second.heads()]).toEqual([[`${id} 1`, `${id} 2`], []]);
    await workers[0]?.stop();
    await record([id]);
    // Postgres decides when the lock of the closed connection is free.
    const heads = async () => {
      await clock.advance(1_000);
      return second.heads();
    };
    await expect.poll(heads, { timeout: 120_000, interval: 20 }).toEqual([`${id} 3`]);
  });

  it('a head that was published without being saved is published again, and no older head is saved', async () => {
    const id = v7();
    await record([id]);
    await record([id]);
    const recorder = createRecorder();
    const worker = create(recorder.publisher);
    await worker.runDue();
    // As if the process had ended between the two steps.
    await trail.db.pool.query('truncate published_heads');
    await worker.runDue();
    expect(recorder.heads()).toEqual([`${id} 2`, `${id} 2`]);
    expect(await published()).toEqual([`${id} 2`]);
  });

  it('a chain that is shorter than its published head is logged once, and the published head is kept', async () => {
    const id = v7();
    await record([id]);
    await record([id]);
    const recorder = createRecorder();
    const { logger: log, lines } = createLog();
    const worker = create(recorder.publisher, { log });
    await worker.runDue();
    await trail.db.pool.query('delete from entries where sequence = 2');
    await trail.db.pool.query('update chain_heads set sequence = 1');
    await worker.runDue();
    await clock.advance(1_000);
    await worker.runDue();
    expect(lines).toEqual([
      expect.objectContaining({
        level: 'error',
        organizationId: id,
        sequence: 1,
        published: 2,
        msg: 'found a chain that is shorter than its published head: entries were removed',
      }),
    ]);
    expect(await published()).toEqual([`${id} 2`]);
    expect(recorder.lines).toHaveLength(1);
    expect(ages.at(-1)).toBe(1);
  });

  it('a head whose sequence, hash or time differs from its entry is not signed until it is repaired, and is logged once', async () => {
    const changes = [
      'sequence = 9',
      `hash = repeat('f', 64)`,
      `recorded_at = recorded_at + interval '1 ms'`,
      `recorded_at = 'infinity'`,
    ];
    const other = v7();
    const altered = changes.map(() => v7()).toSorted();
    await record([...altered, other]);
    // As the service's own role, which may.
    for (const [index, change] of changes.entries())
      await db.pool.query(`update chain_heads set ${change} where organization_id = $1`, [altered[index]]);
    const recorder = createRecorder();
    const { logger: log, lines } = createLog();
    const worker = create(recorder.publisher, { batchSize: 2, log });
    await worker.runDue();
    await clock.advance(2_000);
    await worker.runDue();
    expect(ages.at(-1)).toBe(2);
    expect(
      lines.toSorted((a, b) => (String(a['organizationId']) < String(b['organizationId']) ? -1 : 1)),
    ).toEqual(
      altered.map((organizationId) =>
        expect.objectContaining({
          level: 'error',
          organizationId,
          msg: 'found a chain head that matches no entry: it was altered and is not signed',
        }),
      ),
    );
    expect(recorder.heads()).toEqual([`${other} 1`]);
    await trail.db.pool.query(
      `update chain_heads head set sequence = entry.sequence, hash = entry.hash, recorded_at = entry.recorded_at
       from entries entry where entry.organization_id = head.organization_id`,
    );
    await worker.runDue();
    expect(recorder.heads().slice(1)).toEqual(altered.map((id) => `${id} 1`));
    expect(ages.at(-1)).toBe(0);
  });

  it('a head whose entry retention has removed is signed', async () => {
    const id = v7();
    await record([id]);
    await trail.db.pool.query(
      `with removed as (delete from entries returning *)
       insert into checkpoints select organization_id, sequence, hash, recorded_at, '' from removed`,
    );
    const recorder = createRecorder();
    await create(recorder.publisher).runDue();
    expect(recorder.heads()).toEqual([`${id} 1`]);
  });

  it('the gauge shows the time since the last pass if the chains cannot be read', async () => {
    let failing = false;
    const through: Queryable = {
      now: () => clock.now(),
      async query(statement, values) {
        if (failing) throw new Error('away');
        return db.query(statement, values);
      },
    };
    await create(createRecorder().publisher, { through }).start();
    await roundEnded();
    expect(ages.at(-1)).toBe(0);
    failing = true;
    await nextRound();
    expect(ages.at(-1)).toBe(60);
    failing = false;
    await nextRound();
    expect(ages.at(-1)).toBe(0);
  });
});
