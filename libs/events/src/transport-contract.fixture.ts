import { randomUUID } from 'node:crypto';
import { fromBinary } from '@bufbuild/protobuf';
import { type DeadLetter, DeadLetterSchema } from '@patchbay/contracts/patchbay/events/v1/event';
import { systemClock } from '@patchbay/runtime/clock';
import type { Component } from '@patchbay/runtime/component';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { deadLetterTopicOf } from './topics.ts';
import {
  type ConsumerComponent,
  type EventTransport,
  type OutgoingMessage,
  PoisonMessage,
  type ReceivedMessage,
  type Subscription,
} from './transport.ts';

const waiting = { timeout: 120_000, interval: 20 };

const message = (key: string, text: string): OutgoingMessage => ({
  key,
  value: Buffer.from(text),
  headers: { 'event-id': text },
});

const textOf = ({ value }: Pick<ReceivedMessage, 'value'>): string => Buffer.from(value).toString();

const works = (consumer: Component) =>
  vi.waitFor(() => expect(consumer.trouble?.()).toBeUndefined(), waiting);

const names = () => ({ topic: `topic-${randomUUID()}`, group: `group-${randomUUID()}` });

/** Like the outbox publisher, publishes the same messages again until they are acknowledged. */
const publish = async (
  { publisher }: EventTransport,
  topic: string,
  ...messages: OutgoingMessage[]
): Promise<void> => {
  for (;;) {
    try {
      return await publisher.publish(topic, messages);
    } catch {
      await systemClock.sleep(20);
    }
  }
};

/** The tests that each transport must pass; its own test file calls this. */
export function describeTransport(name: string, create: () => EventTransport): void {
  describe(`${name} as a transport`, () => {
    const started: Component[] = [];

    const open = async (transport: EventTransport): Promise<EventTransport> => {
      await transport.publisher.start?.();
      started.push(transport.publisher);
      return transport;
    };

    const receive = async (
      { source }: EventTransport,
      subscription: Subscription,
    ): Promise<ConsumerComponent> => {
      const component = source.subscribe(subscription);
      await component.start?.();
      started.push(component);
      await works(component);
      return component;
    };

    afterEach(async () => {
      for (const component of started.splice(0).toReversed()) await component.stop?.();
    });

    it('a consumer receives key, value and headers as they were published', async () => {
      const transport = await open(create());
      const { topic, group } = names();
      const got: ReceivedMessage[] = [];
      const consumer = await receive(transport, {
        group,
        topics: [topic],
        handle: async (batch) => void got.push(...batch),
      });
      const value = Uint8Array.from([0, 255, 10, 128]);
      await publish(transport, topic, { key: 'acme', value, headers: { traceparent: 't', 'event-id': 'ä' } });
      await consumer.idle();
      expect(got[0]).toMatchObject({ topic, key: 'acme', headers: { traceparent: 't', 'event-id': 'ä' } });
      expect(Uint8Array.from(got[0]?.value ?? [])).toEqual(value);
    });

    it('a consumer receives the messages of each key in their order', async () => {
      const transport = await open(create());
      const { topic, group } = names();
      const got: ReceivedMessage[] = [];
      const consumer = await receive(transport, {
        group,
        topics: [topic],
        handle: async (batch) => void got.push(...batch),
      });
      const keys = ['a', 'b', 'c', 'd'];
      const numbers = Array.from({ length: 100 }, (_, index) => String(index));
      for (let first = 0; first < numbers.length; first += 30) {
        const part = numbers.slice(first, first + 30);
        await publish(transport, topic, ...part.flatMap((text) => keys.map((key) => message(key, text))));
      }
      // A batch whose publishing failed for one key is published again for all of them: the first deliveries count.
      const firstOf = (key: string) => [...new Set(got.filter((one) => one.key === key).map(textOf))];
      await consumer.idle();
      for (const key of keys) expect(firstOf(key)).toEqual(numbers);
    });

    it('each consumer group receives every message', async () => {
      const transport = await open(create());
      const { topic } = names();
      const got: Record<string, string[]> = { one: [], two: [] };
      const consumers: ConsumerComponent[] = [];
      for (const [group, texts] of Object.entries(got)) {
        const handle = async (batch: readonly ReceivedMessage[]) => void texts.push(...batch.map(textOf));
        consumers.push(await receive(transport, { group: `${topic}-${group}`, topics: [topic], handle }));
      }
      await publish(transport, topic, message('a', 'x'), message('a', 'y'));
      for (const consumer of consumers) await consumer.idle();
      expect(got).toEqual({ one: ['x', 'y'], two: ['x', 'y'] });
    });

    it('a consumer repeats failed messages in order, and reports the failure meanwhile', async () => {
      const transport = await open(create());
      const { topic, group } = names();
      const got: string[] = [];
      let attempts = 0;
      let broken = true;
      const repeated = Promise.withResolvers<void>();
      const consumer = await receive(transport, {
        group,
        topics: [topic],
        async handle(batch) {
          attempts += 1;
          if (attempts > 2) repeated.resolve();
          if (broken) throw new Error('the database is away');
          got.push(...batch.map(textOf));
        },
      });
      const published = publish(transport, topic, message('a', '1'), message('a', '2'));
      await repeated.promise;
      expect(consumer.trouble?.()).toMatch(/^handler.*: the database is away$/);
      broken = false;
      await published;
      await publish(transport, topic, message('a', '3'));
      await consumer.idle();
      expect(got).toEqual(['1', '2', '3']);
      expect(consumer.trouble?.()).toBeUndefined();
    });

    it('a poison message becomes a dead letter with its reason, and the other messages are handled', async () => {
      const transport = await open(create());
      const { topic, group } = names();
      const got: string[] = [];
      const reported: DeadLetter[] = [];
      const onTopic: DeadLetter[] = [];
      const deadLetters = await receive(transport, {
        group: `${group}-dead-letters`,
        topics: [deadLetterTopicOf(topic)],
        handle: async (batch) =>
          void onTopic.push(...batch.map(({ value }) => fromBinary(DeadLetterSchema, value))),
      });
      const consumer = await receive(transport, {
        group,
        topics: [topic],
        async handle(batch) {
          const poison = batch.find((one) => textOf(one).startsWith('poison'));
          if (poison) throw new PoisonMessage({ message: poison, reason: `cannot read ${textOf(poison)}` });
          got.push(...batch.map(textOf));
        },
        onDeadLetters: async (letters) => void reported.push(...letters),
      });
      const texts = ['1', 'poison 1', '2', 'poison 2', '3'];
      await publish(transport, topic, ...texts.map((text) => message('a', text)));
      await consumer.idle();
      expect(got).toEqual(['1', '2', '3']);
      await deadLetters.idle();
      expect(onTopic).toHaveLength(2);
      // Those of two partitions are received in any order.
      onTopic.sort((one, other) => Number(one.offset) - Number(other.offset));
      expect(reported.map(({ offset }) => offset)).toEqual(onTopic.map(({ offset }) => offset));
      expect(onTopic[0]).toMatchObject({ topic, consumer: group, reason: 'cannot read poison 1' });
      expect(onTopic.map(textOf)).toEqual(['poison 1', 'poison 2']);
      expect(onTopic.map(({ key }) => Buffer.from(key).toString())).toEqual(['a', 'a']);
    });

    it('a restarted consumer receives what was published meanwhile, and nothing that it has handled before', async () => {
      const transport = await open(create());
      const { topic, group } = names();
      const got: string[] = [];
      const subscription: Subscription = {
        group,
        topics: [topic],
        handle: async (batch) => void got.push(...batch.map(textOf)),
      };
      const first = await receive(transport, subscription);
      await publish(transport, topic, message('a', '1'));
      await first.idle();
      expect(got).toEqual(['1']);
      await first.drain?.(AbortSignal.timeout(20_000));
      await first.stop?.();
      const published = publish(transport, topic, message('a', '2'));
      const second = await receive(transport, subscription);
      await published;
      await second.idle();
      expect(got).toEqual(['1', '2']);
    });

    it('a consumer is idle once everything that was published before is handled, and not before', async () => {
      const transport = await open(create());
      const { topic, group } = names();
      const begun = Promise.withResolvers<void>();
      const finish = Promise.withResolvers<void>();
      const order: string[] = [];
      const consumer = await receive(transport, {
        group,
        topics: [topic],
        async handle(batch) {
          begun.resolve();
          await finish.promise;
          order.push(...batch.map(textOf));
        },
      });
      await consumer.idle();
      const published = publish(transport, topic, message('a', '1'), message('a', '2'));
      await begun.promise;
      const idle = consumer.idle().then(() => order.push('idle'));
      await new Promise(setImmediate);
      finish.resolve();
      await Promise.all([published, idle]);
      expect(order).toEqual(['1', '2', 'idle']);
    });
  });
}
