import { randomUUID } from 'node:crypto';
import { createLogger } from '@patchbay/telemetry/logger';
import { testServers } from '@patchbay/testing/servers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createKafkaClient } from './client.ts';
import { createLag } from './lag.ts';
import { createKafkaTransport } from './transport.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
const waiting = { timeout: 120_000, interval: 20 };

describe('the lag of a consumer', () => {
  const ending: (() => unknown)[] = [];
  afterEach(async () => {
    for (const end of ending.splice(0).toReversed()) await end();
  });

  const lagIn = (brokers: readonly string[], group: string, topic: string) => {
    const kafka = createKafkaClient({ brokers, clientId: 'test', logger });
    const lag = createLag({ kafka, group, topics: [topic], logger, pollMs: 50 });
    lag.start();
    ending.push(() => lag.stop());
    return lag;
  };

  it('the lag grows while the handler hangs, and is 0 after all messages are handled', async () => {
    const [topic, group] = [`topic-${randomUUID()}`, `group-${randomUUID()}`];
    const brokers = testServers().kafkaBrokers;
    const { publisher, source } = createKafkaTransport({ brokers, clientId: 'test', logger });
    ending.push(() => publisher.stop?.());
    const publish = (keys: readonly string[]) =>
      publisher.publish(
        topic,
        keys.map((key) => ({ key, value: Buffer.from(key), headers: {} })),
      );
    await vi.waitFor(() => publish(['a']), waiting);
    const handling = Promise.withResolvers<void>();
    const consumer = source.subscribe({ group, topics: [topic], handle: () => handling.promise });
    await consumer.start?.();
    ending.push(() => consumer.stop?.());
    const lag = lagIn(brokers, group, topic);
    await vi.waitFor(() => expect(lag.lags().get(topic)).toBe(1), waiting);
    await publish(['a', 'b', 'c', 'd', 'e']);
    await vi.waitFor(() => expect(lag.lags().get(topic)).toBe(6), waiting);
    expect([lag.isCaughtUp(), consumer.isCaughtUp()]).toEqual([false, false]);
    handling.resolve();
    await vi.waitFor(() => expect(lag.lags().get(topic)).toBe(0), waiting);
    expect(lag.isCaughtUp()).toBe(true);
    await vi.waitFor(() => expect(consumer.isCaughtUp()).toBe(true), waiting);
    await lag.stop();
    expect(lag.lags().size).toBe(0);
  });
});
