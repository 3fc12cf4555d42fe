import '@patchbay/telemetry/fresh-modules';
import { createManualClock } from '@patchbay/runtime/manual-clock';
import { createLogger } from '@patchbay/telemetry/logger';
import { describe, expect, it, vi } from 'vitest';
import { createInProcessBus } from './in-process.ts';
import { type ReceivedMessage } from './transport.ts';
import { describeTransport } from './transport-contract.fixture.ts';

const gauges = vi.hoisted(() => new Map<unknown, () => number | undefined>());
vi.mock(import('@patchbay/telemetry/metrics'), async (original) => ({
  ...(await original()),
  watch: (metric, labels: { readonly consumer?: unknown }, read) =>
    void (metric === 'consumerOldest' && gauges.set(labels.consumer, read)),
}));

const logger = createLogger({ service: 'test', level: 'silent' });
const message = { key: 'a', value: Buffer.from('1'), headers: {} };

describeTransport('an in-process bus', () => createInProcessBus({ logger }));

describe('an in-process bus', () => {
  it('the in-process bus acknowledges a message of a topic without subscribers', async () => {
    const { publisher } = createInProcessBus({ logger });
    await expect(publisher.publish('topic', [message])).resolves.toBeUndefined();
  });

  it('the in-process bus acknowledges a message only after every subscriber has handled it', async () => {
    const { publisher, source } = createInProcessBus({ logger });
    const handled: string[] = [];
    const good = source.subscribe({
      group: 'good',
      topics: ['topic'],
      handle: async () => void handled.push('good'),
    });
    const bad = source.subscribe({
      group: 'bad',
      topics: ['topic'],
      handle: async () => Promise.reject(new Error('broken')),
    });
    await good.start?.();
    await bad.start?.();
    await expect(publisher.publish('topic', [message])).rejects.toThrow('broken');
    expect(handled).toEqual(['good']);
  });

  it('the in-process bus rejects messages before its subscriber has started and after it has stopped', async () => {
    const { publisher, source } = createInProcessBus({ logger });
    const got: ReceivedMessage[] = [];
    const consumer = source.subscribe({
      group: 'audit',
      topics: ['topic'],
      handle: async (batch) => void got.push(...batch),
    });
    await expect(publisher.publish('topic', [message])).rejects.toThrow('audit is not running');
    await consumer.start?.();
    await publisher.publish('topic', [message]);
    await consumer.stop?.();
    await expect(publisher.publish('topic', [message])).rejects.toThrow('audit is not running');
    expect(got).toHaveLength(1);
  });

  it('a subscriber of the in-process bus waits for its running handler when it stops', async () => {
    const { publisher, source } = createInProcessBus({ logger });
    const begun = Promise.withResolvers<void>();
    const finish = Promise.withResolvers<void>();
    const order: string[] = [];
    const consumer = source.subscribe({
      group: 'audit',
      topics: ['topic'],
      async handle() {
        begun.resolve();
        await finish.promise;
        order.push('handled');
      },
    });
    await consumer.start?.();
    const published = publisher.publish('topic', [message]);
    await begun.promise;
    const stopped = consumer.stop?.().then(() => order.push('stopped'));
    finish.resolve();
    await Promise.all([published, stopped]);
    expect(order).toEqual(['handled', 'stopped']);
  });

  it('the gauge of the oldest message counts from the first failed attempt until one succeeds', async () => {
    const clock = createManualClock();
    const { publisher, source } = createInProcessBus({ logger, clock });
    let fails = true;
    const consumer = source.subscribe({
      group: 'ages',
      topics: ['one', 'two'],
      async handle() {
        if (fails) throw new Error('broken');
      },
    });
    const age = () => gauges.get('ages')?.();
    const publish = (topic: string) => publisher.publish(topic, [message]);
    await consumer.start?.();
    for (const expected of [0, 10, 20]) {
      await expect(publish('one')).rejects.toThrow('broken');
      expect(age()).toBe(expected);
      await clock.advance(10_000);
    }
    fails = false;
    await publish('two');
    expect(age(), 'another topic succeeds').toBe(30);
    await publish('one');
    expect(age()).toBe(0);
    fails = true;
    await expect(publish('two')).rejects.toThrow('broken');
    await clock.advance(10_000);
    expect(age()).toBe(10);
    await consumer.stop?.();
    expect(age()).toBe(0);
  });
});
