import { randomUUID } from 'node:crypto';
import { zstdCompressSync } from 'node:zlib';
import { createLogger } from '@patchbay/telemetry/logger';
import { testServers } from '@patchbay/testing/servers';
// The default import: Node finds only some of the named exports of this CommonJS module.
import kafkajs, { type Kafka, Partitioners } from 'kafkajs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createKafkaClient } from './client.ts';
import { createKafkaTransport } from './transport.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
const waiting = { timeout: 20_000, interval: 20 };
const { CompressionCodecs, CompressionTypes } = kafkajs;

/** What somebody sends who may write to a topic and is none of our services must not keep the rest from being handled. */
describe('a consumer', () => {
  const ending: (() => unknown)[] = [];
  let kafka: Kafka;
  let topic: string;
  let got: string[];
  let publish: (text: string) => Promise<void>;

  beforeEach(async () => {
    const brokers = testServers().kafkaBrokers;
    const transport = createKafkaTransport({ brokers, clientId: 'test', partitions: 1, logger });
    topic = `topic-${randomUUID()}`;
    got = [];
    kafka = createKafkaClient({ brokers, clientId: 'outsider', logger });
    publish = (text) =>
      transport.publisher.publish(topic, [{ key: 'a', value: Buffer.from(text), headers: {} }]);
    const consumer = transport.source.subscribe({
      group: `group-${randomUUID()}`,
      topics: [topic],
      handle: async (batch) => void got.push(...batch.map(({ value }) => Buffer.from(value).toString())),
    });
    ending.push(
      () => transport.publisher.stop?.(),
      () => consumer.stop?.(),
    );
    await publish('before');
    await consumer.start?.();
    await vi.waitUntil(() => got.length === 1, waiting);
  });
  afterEach(async () => {
    for (const end of ending.splice(0).toReversed()) await end();
  });

  it('is not stopped by a compression that it cannot read', async () => {
    CompressionCodecs[CompressionTypes.ZSTD] = () => ({
      compress: async ({ buffer }: { buffer: Buffer }) => zstdCompressSync(buffer),
      decompress: async () => Promise.reject(new Error('ZSTD compression not implemented')),
    });
    const producer = kafka.producer({ createPartitioner: Partitioners.DefaultPartitioner });
    await producer.connect();
    ending.push(() => producer.disconnect());
    await producer.send({
      topic,
      compression: CompressionTypes.ZSTD,
      messages: [{ key: 'a', value: 'compressed' }],
    });
    await publish('after');
    await vi.waitFor(() => expect(got).toEqual(['before', 'compressed', 'after']), waiting);
  });

  it('is not held back by a transaction that nobody ends', async () => {
    const producer = kafka.producer({
      transactionalId: randomUUID(),
      idempotent: true,
      maxInFlightRequests: 1,
      createPartitioner: Partitioners.DefaultPartitioner,
    });
    await producer.connect();
    ending.push(() => producer.disconnect());
    const transaction = await producer.transaction();
    ending.push(() => transaction.abort());
    await transaction.send({ topic, messages: [{ key: 'a', value: 'open' }] });
    await publish('after');
    await vi.waitFor(() => expect(got).toContain('after'), waiting);
  });
});
