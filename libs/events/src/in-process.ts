import { unavailable } from '@patchbay/errors/failure';
import type { Component } from '@patchbay/runtime/component';
import { inTime } from '@patchbay/runtime/deadline';
import type { Logger } from '@patchbay/telemetry/logger';
import { createSetAside } from './dead-letter.ts';
import { createDelivery } from './delivery.ts';
import type { EventTransport, OutgoingMessage, ReceivedMessage, Subscription } from './transport.ts';
import { createTurns } from './turns.ts';

interface Subscriber extends Component {
  readonly topics: readonly string[];
  receive(topic: string, batch: readonly ReceivedMessage[]): Promise<void>;
}

export interface InProcessBusOptions {
  readonly logger: Logger;
}

/**
 * Hands messages straight to subscribers in the same process. It keeps nothing: a message that was not handled is not
 * acknowledged either, so it stays in the outbox it came from. The same holds while a subscriber is not running; without
 * any subscriber a message is acknowledged at once. A group has one subscriber here: a later one takes its place.
 */
export function createInProcessBus({ logger }: InProcessBusOptions): EventTransport {
  const subscribers = new Map<string, Subscriber>();
  const nextOffset = new Map<string, bigint>();

  const receivedOn = (topic: string, messages: readonly OutgoingMessage[]): ReceivedMessage[] => {
    const first = nextOffset.get(topic) ?? 0n;
    nextOffset.set(topic, first + BigInt(messages.length));
    return messages.map((message, index) => ({
      ...message,
      topic,
      partition: 0,
      keyBytes: Buffer.from(message.key),
      offset: String(first + BigInt(index)),
    }));
  };

  const publish = async (topic: string, messages: readonly OutgoingMessage[]): Promise<void> => {
    const batch = receivedOn(topic, messages);
    const interested = [...subscribers.values()].filter(({ topics }) => topics.includes(topic));
    const outcomes = await Promise.allSettled(interested.map((one) => one.receive(topic, batch)));
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  };

  const subscribe = (subscription: Subscription): Component => {
    const { group, topics } = subscription;
    const deadLetter = createSetAside({ subscription, publish, logger });
    // One batch of a topic at a time: what was published first is handled first.
    const turns = new Map(topics.map((topic) => [topic, createTurns()]));
    const failing = new Map<string, unknown>();
    let open = false;

    const deliver = async (topic: string, batch: readonly ReceivedMessage[]): Promise<void> => {
      if (!open) throw unavailable(`${group} is not running`);
      const delivery = createDelivery(batch, { handle: subscription.handle, deadLetter });
      try {
        await delivery.attempt();
        failing.delete(topic);
      } catch (error) {
        if (!failing.has(topic)) logger.warn({ err: error, group, topic }, 'a handler fails and is repeated');
        failing.set(topic, error);
        throw error;
      }
    };

    const close = async (): Promise<void> => {
      open = false;
      await Promise.all([...turns.values()].map((inTurn) => inTurn(async () => undefined)));
    };

    const subscriber: Subscriber = {
      name: `consumer ${group}`,
      topics,
      async receive(topic, batch) {
        await turns.get(topic)?.(() => deliver(topic, batch));
      },
      async start() {
        open = true;
      },
      async ready() {
        if (!open) throw unavailable('not running');
        for (const [topic, error] of failing) throw unavailable(`cannot handle messages of ${topic}`, error);
      },
      async drain(deadline) {
        await inTime(close(), deadline);
      },
      stop: close,
    };
    subscribers.set(group, subscriber);
    return subscriber;
  };

  return { publisher: { name: 'in-process bus', publish }, source: { subscribe } };
}
