import { unavailable } from '@patchbay/errors/failure';
import { type Clock, systemClock } from '@patchbay/runtime/clock';
import { inTime } from '@patchbay/runtime/deadline';
import { createTurns } from '@patchbay/runtime/turns';
import type { Logger } from '@patchbay/telemetry/logger';
import { createConsumerState } from './consumer-state.ts';
import { createDeadLetterSender, createDelivery } from './delivery.ts';
import type {
  ConsumerComponent,
  EventTransport,
  OutgoingMessage,
  ReceivedMessage,
  Subscription,
} from './transport.ts';

interface Subscriber extends ConsumerComponent {
  readonly topics: readonly string[];
  receive(topic: string, batch: readonly ReceivedMessage[]): Promise<void>;
}

const handlerOf = (topic: string): string => `handler of ${topic}`;

export interface InProcessBusOptions {
  readonly logger: Logger;
  readonly clock?: Clock;
}

/**
 * Calls subscribers in the same process and stores nothing. `publish` rejects if a subscriber fails or is not running, so
 * that the message stays in its outbox and is published again; without subscribers of the topic it resolves at once. Each
 * group has one subscriber: a later `subscribe` replaces it.
 */
export function createInProcessBus({ logger, clock = systemClock }: InProcessBusOptions): EventTransport {
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
      publishedMs: clock.now().getTime(),
    }));
  };

  const publish = async (topic: string, messages: readonly OutgoingMessage[]): Promise<void> => {
    const batch = receivedOn(topic, messages);
    const interested = [...subscribers.values()].filter(({ topics }) => topics.includes(topic));
    const outcomes = await Promise.allSettled(interested.map((one) => one.receive(topic, batch)));
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  };

  const subscribe = (subscription: Subscription): ConsumerComponent => {
    const { group, topics } = subscription;
    const sendDeadLetters = createDeadLetterSender({ subscription, publish, logger, clock });
    // Handles one batch of a topic at a time, in the order of publishing.
    const turns = createTurns({ maxWaiting: Number.POSITIVE_INFINITY });
    const state = createConsumerState({ group, logger, clock });
    /**
     * By topic: ends the entry of the first failed batch since the last success in the gauge of the oldest message. The outbox
     * publishes failed messages again with a new time, so that the entry of the first failure has the right age.
     */
    const failed = new Map<string, () => void>();
    let running = false;

    const endFailed = (topic: string): void => {
      failed.get(topic)?.();
      failed.delete(topic);
    };

    const deliver = async (topic: string, batch: readonly ReceivedMessage[]): Promise<void> => {
      if (!running) throw unavailable(`${group} is not running`);
      const delivery = createDelivery(batch, { handle: subscription.handle, sendDeadLetters });
      try {
        await delivery.attempt();
        state.succeeded(handlerOf(topic));
      } catch (error) {
        state.failed(handlerOf(topic), error, 'handler failed, its messages stay in the outbox');
        throw error;
      }
    };

    /** Resolves when the batches that were published before the call have ended. */
    const settled = async (): Promise<void> => {
      await Promise.all(topics.map((topic) => turns.run(topic, {}, async () => {})));
    };

    const close = async (): Promise<void> => {
      running = false;
      state.idle('stopped');
      await settled();
      topics.forEach(endFailed);
    };

    const subscriber: Subscriber = {
      name: `consumer ${group}`,
      topics,
      async receive(topic, batch) {
        const ended = state.received(batch[0]?.publishedMs);
        try {
          await turns.run(topic, {}, () => deliver(topic, batch));
          ended();
          endFailed(topic);
        } catch (error) {
          if (running && !failed.has(topic)) failed.set(topic, ended);
          else ended();
          throw error;
        }
      },
      async start() {
        running = true;
        state.running();
      },
      trouble: () => state.trouble(),
      // Nothing is stored between publisher and consumer.
      isCaughtUp: () => true,
      idle: settled,
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
