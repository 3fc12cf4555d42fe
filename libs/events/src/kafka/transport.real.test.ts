import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import type { DeadLetter } from '@patchbay/contracts/patchbay/events/v1/event';
import type { Component } from '@patchbay/runtime/component';
import { createLogger } from '@patchbay/telemetry/logger';
import { testServers } from '@patchbay/testing/servers';
import { Partitioners } from 'kafkajs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { deadLetterTopicOf } from '../topics.ts';
import { type EventTransport, PoisonMessage, type ReceivedMessage, type Subscription } from '../transport.ts';
import { describeTransport } from '../transport-contract.fixture.ts';
import { createKafkaClient } from './client.ts';
import { createTopics } from './topics.ts';
import { createKafkaTransport } from './transport.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
const waiting = { timeout: 120_000, interval: 20 };

const createTransport = (brokers: readonly string[] = testServers().kafkaBrokers): EventTransport =>
  createKafkaTransport({ brokers, clientId: 'test', logger });

const textOf = ({ value }: ReceivedMessage): string => Buffer.from(value).toString();
const message = (text: string, key = 'a') => ({ key, value: Buffer.from(text), headers: {} });

const works = (consumer: Component) =>
  vi.waitFor(() => expect(consumer.trouble?.()).toBeUndefined(), waiting);

/** A closed port; `open` makes it a proxy to the broker. */
async function closedPort() {
  const server: Server = createServer((socket) => {
    const [host, port] = (testServers().kafkaBrokers[0] ?? '').split(':');
    const broker = connect({ host: host ?? '', port: Number(port) });
    socket.pipe(broker).pipe(socket);
    socket.on('error', () => broker.destroy());
    broker.on('error', () => socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return {
    address: `127.0.0.1:${port}`,
    async open() {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
    close: () => void server.close(),
  };
}

describeTransport('Kafka', createTransport);

describe('Kafka', () => {
  const ending: (() => unknown)[] = [];
  afterEach(async () => {
    for (const end of ending.splice(0).toReversed()) await end();
  });

  const subscribed = async (transport: EventTransport, subscription: Subscription) => {
    const component = transport.source.subscribe(subscription);
    await component.start?.();
    ending.push(() => component.stop?.());
    return component;
  };

  it('a consumer starts without Kafka, reports why it does not consume, and consumes when Kafka is back', async () => {
    const port = await closedPort();
    ending.push(port.close);
    const topic = `topic-${randomUUID()}`;
    const got: string[] = [];
    const consumer = await subscribed(createTransport([port.address]), {
      group: `group-${randomUUID()}`,
      topics: [topic],
      handle: async (batch) => void got.push(...batch.map(textOf)),
    });
    await vi.waitFor(() => expect(consumer.trouble?.()).toMatch(/ECONNREFUSED/), waiting);
    await port.open();
    await works(consumer);
    const { publisher } = createTransport();
    ending.push(() => publisher.stop?.());
    // Retried as the outbox publisher would: a broker may not be the leader of the new topic's partitions yet.
    await vi.waitFor(() => publisher.publish(topic, [message('1')]), waiting);
    await consumer.idle();
    expect(got).toEqual(['1']);
  });

  it('a publisher starts without Kafka, rejects messages, and publishes when Kafka is back', async () => {
    const port = await closedPort();
    ending.push(port.close);
    const { publisher } = createTransport([port.address]);
    await publisher.start?.();
    ending.push(() => publisher.stop?.());
    const topic = `topic-${randomUUID()}`;
    await expect(publisher.publish(topic, [message('1')])).rejects.toMatchObject({ code: 'unavailable' });
    await port.open();
    await vi.waitFor(() => publisher.publish(topic, [message('1')]), waiting);
  });

  it('the messages that a member failed on go to the next member of the group', async () => {
    const transport = createTransport();
    const { publisher } = transport;
    ending.push(() => publisher.stop?.());
    const topic = `topic-${randomUUID()}`;
    const group = `group-${randomUUID()}`;
    const attempted = Promise.withResolvers<void>();
    const failing = await subscribed(transport, {
      group,
      topics: [topic],
      async handle() {
        attempted.resolve();
        throw new Error('broken');
      },
    });
    const keys = ['a', 'b', 'c', 'd', 'e', 'f'];
    const messages = keys.map((key) => message(key, key));
    // Retried as the outbox publisher would: a broker may not be the leader of the new topic's partitions yet.
    await vi.waitFor(() => publisher.publish(topic, messages), waiting);
    await attempted.promise;
    const got: string[] = [];
    const working = await subscribed(transport, {
      group,
      topics: [topic],
      handle: async (batch) => void got.push(...batch.map(textOf)),
    });
    // When the second member joins, the first gives up its batch, although its handler never succeeds.
    await works(working);
    await failing.stop?.();
    await working.idle();
    expect(new Set(got)).toEqual(new Set(keys));
  });

  it('a foreign message becomes a dead letter unchanged, also the largest that a topic takes', async () => {
    const topic = `topic-${randomUUID()}`;
    const letters: DeadLetter[] = [];
    const consumer = await subscribed(createTransport(), {
      group: `group-${randomUUID()}`,
      topics: [topic],
      async handle(batch) {
        throw new PoisonMessage(...batch.map((one) => ({ message: one, reason: 'not ours' })));
      },
      onDeadLetters: async (all) => void letters.push(...all),
    });
    await works(consumer);
    const kafka = createKafkaClient({ brokers: testServers().kafkaBrokers, clientId: 'test', logger });
    const producer = kafka.producer({ createPartitioner: Partitioners.DefaultPartitioner });
    ending.push(() => producer.disconnect());
    await producer.connect();
    const key = Buffer.from([0xff, 0x00, 0xc3]);
    const value = Buffer.alloc(786_244, 0xff);
    await producer.send({ topic, messages: [{ key, value }] });
    await consumer.idle();
    expect(letters).toHaveLength(1);
    expect(Buffer.from(letters[0]?.key ?? [])).toEqual(key);
    expect(Buffer.from(letters[0]?.value ?? []).equals(value)).toBe(true);
  });

  it('several processes create a topic at the same time without an error', async () => {
    const kafka = createKafkaClient({ brokers: testServers().kafkaBrokers, clientId: 'test', logger });
    const topic = `topic-${randomUUID()}`;
    const names = [topic, deadLetterTopicOf(topic)];
    await Promise.all([1, 2, 3].map(() => createTopics(kafka, { partitions: 3, logger }).ensure(names)));
    const admin = kafka.admin();
    ending.push(() => admin.disconnect());
    await admin.connect();
    const { topics } = await admin.fetchTopicMetadata({ topics: names });
    expect(topics.map(({ partitions }) => partitions.length)).toEqual([3, 3]);
  });

  it('a topic keeps partitions that were added, and a group reads messages from before and after', async () => {
    const { kafkaBrokers: brokers } = testServers();
    const topic = `topic-${randomUUID()}`;
    const group = `group-${randomUUID()}`;
    const got: ReceivedMessage[] = [];
    const handle = async (batch: readonly ReceivedMessage[]) => void got.push(...batch);
    const open = () => createKafkaTransport({ brokers, clientId: 'test', partitions: 1, logger });
    const publish = async (text: string) => {
      const { publisher } = open();
      await publisher.start?.();
      const keys = Array.from({ length: 20 }, (_, index) => `key ${index}`);
      // Retried as the outbox publisher would: a broker may not be the leader of the new partitions yet.
      await vi.waitFor(
        () =>
          publisher.publish(
            topic,
            keys.map((key) => message(text, key)),
          ),
        waiting,
      );
      await publisher.stop?.();
    };
    await publish('before');
    const first = await subscribed(open(), { group, topics: [topic], handle });
    await first.idle();
    expect(got).toHaveLength(20);
    await first.stop?.();

    const admin = createKafkaClient({ brokers, clientId: 'test', logger }).admin();
    ending.push(() => admin.disconnect());
    await admin.connect();
    await admin.createPartitions({ topicPartitions: [{ topic, count: 3 }] });
    // Without a consumer: what is in a new partition then is not skipped.
    await publish('after');
    const second = await subscribed(open(), { group, topics: [topic], handle });
    await second.idle();
    expect(new Set(got.map(textOf))).toEqual(new Set(['before', 'after']));
    expect(new Set(got.filter((one) => textOf(one) === 'after').map(({ key }) => key)).size).toBe(20);
    expect(new Set(got.map(({ partition }) => partition))).toEqual(new Set([0, 1, 2]));
  });
});
