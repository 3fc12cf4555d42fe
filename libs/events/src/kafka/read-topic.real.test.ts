import { randomUUID } from 'node:crypto';
import { createLogger } from '@patchbay/telemetry/logger';
import { testServers } from '@patchbay/testing/servers';
import { describe, expect, it, vi } from 'vitest';
import { createKafkaClient } from './client.ts';
import { readTopic } from './read-topic.ts';
import { createKafkaTransport } from './transport.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
const brokers = () => testServers().kafkaBrokers;

describe('reading a topic', () => {
  const filled = async (count: number) => {
    const topic = `topic-${randomUUID()}`;
    const { publisher } = createKafkaTransport({ brokers: brokers(), clientId: 'test', logger });
    const messages = Array.from({ length: count }, (_, index) => ({
      key: `key-${index % 50}`,
      value: Buffer.from(String(index)),
      headers: {},
    }));
    // Not repeated with the messages: a publish that failed for one partition may have stored those of others.
    const admin = createKafkaClient({ brokers: brokers(), clientId: 'test', security: {}, logger }).admin();
    await admin.connect();
    await admin.createTopics({ topics: [{ topic, numPartitions: 6 }], waitForLeaders: true });
    await admin.disconnect();
    await publisher.publish(topic, messages);
    return { topic, publisher };
  };
  const read = async (topic: string, handle?: (values: readonly Buffer[]) => Promise<void>) => {
    const got: number[] = [];
    await readTopic({
      brokers: brokers(),
      clientId: 'test',
      topic,
      group: `group-${randomUUID()}`,
      handle: handle ?? (async (values) => void got.push(...values.map((value) => Number(value)))),
      logger,
    });
    return got.toSorted((a, b) => a - b);
  };

  it('reading a topic returns every message once, from its beginning to its end, each time', async () => {
    const { topic, publisher } = await filled(500);
    const all = Array.from({ length: 500 }, (_, index) => index);
    expect(await read(topic)).toEqual(all);
    expect(await read(topic)).toEqual(all);
    await publisher.stop?.();
  });

  it('reading a topic waits for a slow handler, and rejects if the handler fails', async () => {
    const { topic, publisher } = await filled(300);
    let running = 0;
    let batches = 0;
    await read(topic, async () => {
      batches += 1;
      running += 1;
      expect(running).toBe(1);
      await new Promise(setImmediate);
      running -= 1;
    });
    expect(batches).toBeGreaterThan(1);
    await expect(read(topic, () => Promise.reject(new Error('the database is away')))).rejects.toThrow(
      'the database is away',
    );
    await publisher.stop?.();
  });

  it('reading an empty topic ends at once, and a missing topic is named and not created', async () => {
    const topic = `topic-${randomUUID()}`;
    await expect(read(topic)).rejects.toThrow(`Kafka shows no topic ${topic}`);
    const admin = createKafkaClient({ brokers: brokers(), clientId: 'test', logger }).admin();
    await admin.connect();
    expect(await admin.listTopics()).not.toContain(topic);
    await admin.createTopics({ topics: [{ topic, numPartitions: 2 }] });
    await vi.waitFor(async () => expect(await read(topic)).toEqual([]), { timeout: 120_000, interval: 100 });
    await admin.disconnect();
  });
});
