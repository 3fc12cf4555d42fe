import { randomUUID } from 'node:crypto';
import { zstdCompressSync } from 'node:zlib';
import { createLogger } from '@patchbay/telemetry/logger';
import { testServers } from '@patchbay/testing/servers';
// The default import: Node finds only some of the named exports of this CommonJS module.
import kafkajs, { type Kafka, Partitioners } from 'kafkajs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PoisonMessage, type ReceivedMessage } from '../transport.ts';
import { createKafkaClient } from './client.ts';
import { produceRaw, type RawBatch } from './raw-producer.fixture.ts';
import { createKafkaTransport } from './transport.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
const waiting = { timeout: 120_000, interval: 20 };
const { CompressionCodecs, CompressionTypes } = kafkajs;
/** An error code of Kafka. */
const messageTooLarge = 10;

/** What somebody sends who may write to a topic and is none of our services must not keep the rest from being handled. */
describe('a consumer', () => {
  const ending: (() => unknown)[] = [];
  let kafka: Kafka;
  let topic: string;
  let got: string[];
  /** Reasons of dead letters. */
  let letters: string[];
  let isPoison: (message: ReceivedMessage) => boolean;
  let publish: (text: string) => Promise<void>;
  let idle: () => Promise<void>;
  let produce: (batch: Omit<RawBatch, 'topic'>) => Promise<number>;

  beforeEach(async () => {
    const brokers = testServers().kafkaBrokers;
    const transport = createKafkaTransport({ brokers, clientId: 'test', partitions: 1, logger });
    topic = `topic-${randomUUID()}`;
    got = [];
    letters = [];
    isPoison = ({ headers }) => headers['event-id'] === undefined;
    kafka = createKafkaClient({ brokers, clientId: 'outsider', logger });
    publish = (text) =>
      transport.publisher.publish(topic, [
        { key: 'a', value: Buffer.from(text), headers: { 'event-id': text } },
      ]);
    produce = (batch) => produceRaw(brokers[0] ?? '', { topic, ...batch });
    const consumer = transport.source.subscribe({
      group: `group-${randomUUID()}`,
      topics: [topic],
      async handle(batch) {
        const poisons = batch.filter(isPoison).map((message) => ({ message, reason: 'it is not signed' }));
        if (poisons.length > 0) throw new PoisonMessage(...poisons);
        got.push(...batch.map(({ value }) => Buffer.from(value).toString()));
      },
      onDeadLetters: async (all) => void letters.push(...all.map(({ reason }) => reason)),
    });
    ending.push(
      () => transport.publisher.stop?.(),
      () => consumer.stop?.(),
    );
    await vi.waitFor(() => publish('before'), waiting);
    await consumer.start?.();
    idle = () => consumer.idle();
    await idle();
  });
  afterEach(async () => {
    for (const end of ending.splice(0).toReversed()) await end();
  });

  it('a message with an unreadable compression does not stop the consumer', async () => {
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
      messages: [{ key: 'a', value: 'compressed', headers: { 'event-id': 'x' } }],
    });
    await publish('after');
    await idle();
    expect(got).toEqual(['before', 'compressed', 'after']);
  });

  it('an open transaction of another producer does not hold back the consumer', async () => {
    const producer = kafka.producer({
      transactionalId: randomUUID(),
      idempotent: true,
      maxInFlightRequests: 1,
      createPartitioner: Partitioners.DefaultPartitioner,
    });
    await producer.connect();
    ending.push(() => producer.disconnect());
    // Kafka finds its coordinators a while after it has begun to answer.
    const transaction = await vi.waitFor(() => producer.transaction(), waiting);
    ending.push(() => transaction.abort());
    await transaction.send({ topic, messages: [{ key: 'a', value: 'open' }] });
    await publish('after');
    // `idle` asks Kafka for the end of what is committed, which is before the open transaction.
    await vi.waitFor(() => expect(got).toContain('after'), waiting);
  });

  const notUtf8 = Buffer.alloc(780_000, 0xff);
  it.each<[string, RawBatch['records'][number]]>([
    ['a header without a value', { headers: [['traceparent', null]] }],
    [
      'ten thousand headers',
      { headers: Array.from({ length: 10_000 }, (_, index) => [`h${index}`, Buffer.from('x')]) },
    ],
    ['a long key that is not UTF-8', { key: notUtf8 }],
    ['a long header that is not UTF-8', { headers: [['traceparent', notUtf8]] }],
    ['a long value', { value: notUtf8 }],
    ['neither key nor value', {}],
    ['an offset after all others', { offsetDelta: 2_000_000_000 }],
  ])('a message that has %s becomes a dead letter, and the next message is handled', async (_, record) => {
    expect(await produce({ records: [record] })).toBe(0);
    await idle();
    expect(letters).toEqual(['it is not signed']);
    await publish('after');
    await idle();
    expect(got).toEqual(['before', 'after']);
    expect(letters).toHaveLength(1);
  });

  it('messages with falling offsets become one dead letter each, and the next messages are handled', async () => {
    const records = [4, 3, 2, 1, 0].map((offsetDelta) => ({ offsetDelta }));
    expect(await produce({ records })).toBe(0);
    await idle();
    expect(letters).toHaveLength(5);
    await publish('after');
    await idle();
    expect(got).toEqual(['before', 'after']);
    expect(letters).toHaveLength(5);
  });

  it('a message with an offset below the committed one is skipped', async () => {
    expect(await produce({ records: [{ offsetDelta: -2 }] })).toBe(0);
    await publish('after');
    await idle();
    expect(got).toEqual(['before', 'after']);
  });

  it('the consumer reads a batch with the maximum number of records', async () => {
    isPoison = () => false;
    // Seven bytes each: the smallest that the protocol allows.
    const records = (number: number) => Array.from({ length: number }, () => ({ offsetDelta: 0 }));
    expect(await produce({ records: records(112_400) })).toBe(messageTooLarge);
    expect(await produce({ records: records(112_300) })).toBe(0);
    await publish('after');
    await idle();
    expect(got).toContain('after');
  });
});
