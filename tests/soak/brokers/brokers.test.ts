import { setTimeout as sleep } from 'node:timers/promises';
import { createPool, type Database } from '@patchbay/database/pool';
import { createKafkaTransport } from '@patchbay/events/kafka';
import { outboxChannel } from '@patchbay/events/outbox';
import { createOutboxPublisher } from '@patchbay/events/outbox-publisher';
import { deadLetterTopicOf, topicOf } from '@patchbay/events/topics';
import type { ReceivedMessage } from '@patchbay/events/transport';
import { prepareDatabases } from '@patchbay/local/databases';
import type { Component } from '@patchbay/runtime/component';
import { type KafkaCluster, startKafkaCluster } from '@patchbay/servers/kafka-cluster';
import { type Provisioned, provisionServers } from '@patchbay/servers/provision';
import { createTemporaryDirectory } from '@patchbay/servers/temporary-directory';
import { createLogger } from '@patchbay/telemetry/logger';
import { connectTestKafka, type TestKafka } from '@patchbay/testing/kafka';
import { waitFor } from '@patchbay/testing/wait';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';

export interface OutboxTraffic {
  /** Texts by key, in the order in which they were recorded. */
  readonly recorded: ReadonlyMap<string, readonly string[]>;
  /** Texts by key, in the order in which they were delivered; a message that was delivered twice is in it twice. */
  readonly delivered: ReadonlyMap<string, readonly string[]>;
  /** Key and text of each delivered message, by the id of its event. */
  readonly textsById: ReadonlyMap<string, ReadonlySet<string>>;
  recordedCount(): number;
  handle(batch: readonly ReceivedMessage[]): Promise<void>;
  /** Stops recording; resolves when the last message is recorded. */
  end(): Promise<void>;
}

const keys = Array.from({ length: 12 }, (_, index) => `key-${index}`);
/** Between two transactions. */
const pauseMs = 100;

/**
 * Records messages in the outbox of organization until it is ended, one of each key per transaction: the outbox publisher sends
 * them together, so that each `publish` goes to several brokers, of which one may fail.
 */
export function startOutboxTraffic(pool: Pool): OutboxTraffic {
  const topic = topicOf('organization');
  const recorded = new Map(keys.map((key) => [key, [] as string[]]));
  const delivered = new Map(keys.map((key) => [key, [] as string[]]));
  const textsById = new Map<string, Set<string>>();
  let number = 0;
  const ending = new AbortController();

  const run = async (): Promise<void> => {
    for (; !ending.signal.aborted; number += 1) {
      const payload = Buffer.from(String(number));
      await pool.query(
        `with recorded as (
           insert into outbox (id, topic, key, payload)
           select gen_random_uuid(), $1, key, $2 from unnest($3::text[]) as key
         )
         select pg_notify($4, '')`,
        [topic, payload, keys, outboxChannel('organization')],
      );
      for (const key of keys) recorded.get(key)?.push(String(number));
      await sleep(pauseMs);
    }
  };
  const running = run();
  // Prevents an unhandled rejection: `end` awaits it.
  running.catch(() => undefined);

  return {
    recorded,
    delivered,
    textsById,
    recordedCount: () => number * keys.length,
    async handle(batch) {
      for (const { key, value, headers } of batch) {
        const text = Buffer.from(value).toString();
        const id = headers['event-id'] ?? 'none';
        delivered.get(key)?.push(text);
        textsById.set(id, (textsById.get(id) ?? new Set()).add(`${key} ${text}`));
      }
    },
    async end() {
      ending.abort();
      await running;
    },
  };
}

const logger = createLogger({ service: 'test', level: 'silent' });
const topic = topicOf('organization');
const group = 'test-brokers';

let folder: Awaited<ReturnType<typeof createTemporaryDirectory>>;
let servers: Provisioned<'postgres'>;
let cluster: KafkaCluster;
let database: Database;
let kafka: TestKafka;
let traffic: OutboxTraffic;
const started: Component[] = [];

const start = async (component: Component): Promise<void> => {
  started.push(component);
  await component.start?.();
};

const transportOf = (clientId: string) =>
  createKafkaTransport({
    brokers: cluster.brokers,
    clientId,
    uniqueClientId: true,
    replicationFactor: 3,
    minInsyncReplicas: 2,
    creates: [topic, deadLetterTopicOf(topic)],
    logger,
  });

/** An outbox publisher, and a group of two consumers with a connection of their own each, as two replicas of a service have. */
beforeAll(async () => {
  folder = await createTemporaryDirectory('patchbay-brokers-');
  [servers, cluster] = await Promise.all([
    provisionServers({ want: ['postgres'], environment: {}, directory: folder.path }),
    startKafkaCluster({ directory: folder.path }),
  ]);
  const { organization: url } = await prepareDatabases({
    adminUrl: servers.postgres.url,
    passwordOf: (schema) => `test-password-of-${schema}`,
    logger,
  });
  database = createPool({ url, applicationName: 'test', logger });
  kafka = await connectTestKafka(cluster.brokers);
  // Of somebody else: whichever node is killed, partitions of this topic have no leader until it is back.
  await kafka.createTopic('foreign', 6, 1);
  traffic = startOutboxTraffic(database.pool);
  const { publisher } = transportOf('publisher');
  await start(publisher);
  for (const clientId of ['first', 'second']) {
    const { source } = transportOf(clientId);
    await start(source.subscribe({ group, topics: [topic], handle: (batch) => traffic.handle(batch) }));
  }
  await start(createOutboxPublisher({ context: 'organization', url, database, publisher, logger }));
});

afterAll(async () => {
  for (const component of started.toReversed()) await component.stop?.();
  await kafka?.close();
  await database?.component.stop?.();
  await cluster?.stop();
  await servers?.stop();
  await folder?.remove();
});

const partitions = () => kafka.partitions(topic);

/** The leader of the partition that keeps the group's offsets; brokers choose it by the hash code of Java's strings. */
async function coordinatorOf(name: string): Promise<number> {
  const offsets = await kafka.partitions('__consumer_offsets');
  const hash = Buffer.from(name).reduce((sum, character) => (Math.imul(31, sum) + character) | 0, 0);
  const index = (hash & 0x7fffffff) % offsets.length;
  return offsets.find(({ partitionId }) => partitionId === index)?.leader ?? 0;
}

/** Brokers notice by their own time limits that one is gone or back, on a slow machine after minutes. */
const timeoutMs = 540_000;

const everyReplicaInSync = () =>
  waitFor(async () => (await partitions()).every(({ isr }) => isr.length === 3), {
    what: 'every replica to be in sync',
    timeoutMs,
  });

/** What a failed wait says: where events stopped. */
async function stateOfEvents(): Promise<string> {
  const { rowCount } = await database.pool.query('select 1 from outbox');
  const led = (await partitions()).map(
    ({ partitionId, leader, isr }) => `${partitionId}: ${leader} of ${isr.join(' ')}`,
  );
  return `${rowCount} in the outbox; leaders and in-sync replicas of the partitions ${led.join(', ')}`;
}

/** Waits for events of each key that are recorded from now on. */
async function goOn(): Promise<void> {
  const recorded = new Map([...traffic.recorded].map(([key, texts]) => [key, texts.length]));
  const isDelivered = (key: string, texts: readonly string[]): boolean =>
    new Set(texts.filter((text) => Number(text) >= (recorded.get(key) ?? 0))).size >= 5;
  await waitFor(
    async () => {
      const missing = [...traffic.delivered].flatMap(([key, texts]) =>
        isDelivered(key, texts) ? [] : [key],
      );
      if (missing.length > 0) throw new Error(`none of ${missing.join(', ')}; ${await stateOfEvents()}`);
      return true;
    },
    { what: 'events of each key that were recorded after the kill', timeoutMs, intervalMs: 500 },
  );
}

/**
 * Kills a node, and starts it again when events of each key that were recorded after the kill have been delivered without it,
 * and a consumer that began without it has got some. Returns the nodes that had taken over.
 */
async function killAndGoOn(nodeId: number) {
  const node = cluster.nodes[nodeId - 1];
  await node?.kill();
  try {
    await goOn();
    await consumeFromTheBeginning();
    const leaders = (await partitions()).map(({ leader }) => leader);
    const coordinator = await coordinatorOf(group);
    await expect(kafka.partitions('foreign')).rejects.toThrow('There is no leader for this topic-partition');
    return { leaders, coordinator };
  } finally {
    // Also after a failure: the next test kills another node, and needs this one.
    await node?.start();
    await everyReplicaInSync();
  }
}

/** Starts a consumer of a group of its own, and resolves when it has got an event. */
async function consumeFromTheBeginning(): Promise<void> {
  let got = 0;
  const { source } = transportOf('third');
  const consumer = source.subscribe({
    group: 'test-brokers-third',
    topics: [topic],
    handle: async (batch) => void (got += batch.length),
  });
  await start(consumer);
  await waitFor(() => got > 0, { what: 'a consumer that starts without a broker', timeoutMs });
  await consumer.stop?.();
}

it('a cluster of three brokers has topics with the configured replication', async () => {
  await waitFor(() => traffic.textsById.size > 200, { what: 'traffic', timeoutMs });
  expect((await partitions()).map(({ replicas }) => replicas.length)).toEqual([3, 3, 3, 3, 3, 3]);
  expect(await kafka.settings(topic, ['min.insync.replicas', 'retention.ms'])).toEqual({
    'min.insync.replicas': '2',
    'retention.ms': '-1',
  });
});

it('a cluster of three brokers goes on when a node is killed that leads partitions and coordinates the consumer group, also for a consumer that starts meanwhile', async () => {
  const killed = await coordinatorOf(group);
  expect((await partitions()).map(({ leader }) => leader)).toContain(killed);
  const { leaders, coordinator } = await killAndGoOn(killed);
  expect(leaders).not.toContain(killed);
  expect([1, 2, 3].filter((nodeId) => nodeId !== killed)).toContain(coordinator);
});

it('a cluster of three brokers has delivered every event, first in the order of its key, and again only under the same id', async () => {
  await traffic.end();
  const delivered = () => new Map([...traffic.delivered].map(([key, texts]) => [key, [...new Set(texts)]]));
  await waitFor(() => [...delivered().values()].flat().length === traffic.recordedCount(), {
    what: 'every event',
    timeoutMs,
  });
  expect(delivered()).toEqual(traffic.recorded);
  // As many ids as events, and one event for each id: so consumers recognize what they get again.
  expect(traffic.textsById.size).toBe(traffic.recordedCount());
  expect([...traffic.textsById.values()].filter((texts) => texts.size > 1)).toEqual([]);
  await waitFor(async () => (await database.pool.query('select 1 from outbox')).rowCount === 0, {
    what: 'an empty outbox',
    timeoutMs,
  });
});
