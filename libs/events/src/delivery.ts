import { create, toBinary } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { type DeadLetter, DeadLetterSchema } from '@patchbay/contracts/patchbay/events/v1/event';
import { type Clock, systemClock } from '@patchbay/runtime/clock';
import type { Logger } from '@patchbay/telemetry/logger';
import { deadLetterTopicOf } from './topics.ts';
import {
  type EventPublisher,
  type OutgoingMessage,
  type Poison,
  PoisonMessage,
  type ReceivedMessage,
  type Subscription,
} from './transport.ts';

export interface RefusedMessage {
  readonly message: ReceivedMessage;
  /** The reason of the refusal; contains nothing of the message. */
  readonly reason: string;
}

/**
 * Publishes messages of one topic to its dead-letter topic, then calls `onDeadLetters`. The consumer does not handle them again.
 * If it rejects, call it again with the same messages: those that were published are not published again.
 */
export type SendDeadLetters = (refused: readonly RefusedMessage[]) => Promise<void>;

export interface DeadLetterOptions {
  readonly subscription: Pick<Subscription, 'group' | 'onDeadLetters'>;
  readonly publish: EventPublisher['publish'];
  readonly logger: Logger;
  readonly clock?: Pick<Clock, 'now'>;
}

/** Maximum of key and value in a dead letter, in bytes: less than `maxDeadLetterBytes` of its topic. */
const maxContentBytes = 1_572_864;

const tooLarge = 'it is too large for a dead letter, which is without its key and value';

function deadLetterOf({ message, reason }: RefusedMessage, consumer: string, failedAt: Date): DeadLetter {
  const { topic, partition, offset, keyBytes, value, headers } = message;
  const fits = keyBytes.byteLength + value.byteLength <= maxContentBytes;
  return create(DeadLetterSchema, {
    topic,
    partition,
    offset,
    consumer,
    reason: fits ? reason : `${reason}; ${tooLarge}`,
    failedAt: timestampFromDate(failedAt),
    headers,
    ...(fits && { key: keyBytes, value }),
  });
}

/**
 * The message key of a dead letter is not that of the message, which may be of any length: kafkajs hashes a key to find the
 * partition, in a time that grows with the square of its length.
 */
const outgoing = (deadLetter: DeadLetter): OutgoingMessage => ({
  key: `${deadLetter.partition}-${deadLetter.offset}`,
  value: toBinary(DeadLetterSchema, deadLetter),
  headers: deadLetter.headers,
});

interface Pending {
  readonly received: ReceivedMessage;
  readonly message: OutgoingMessage;
}

/** Parts that a broker accepts as one batch: all messages of a part may go to one partition. */
function partsOf(pending: readonly Pending[]): Pending[][] {
  const parts: Pending[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const one of pending) {
    const { message } = one;
    const headers = Object.entries(message.headers).flat().join('');
    // 100: more than a record needs beside value and headers.
    const size = message.value.byteLength + Buffer.byteLength(headers) + 100;
    bytes += size;
    if (bytes > maxContentBytes) {
      parts.push([]);
      bytes = size;
    }
    parts.at(-1)?.push(one);
  }
  return parts;
}

export function createDeadLetterSender({
  subscription: { group, onDeadLetters },
  publish,
  logger,
  clock = systemClock,
}: DeadLetterOptions): SendDeadLetters {
  /** Not published again: while `onDeadLetters` fails, each attempt would add all of them to the topic once more. */
  const published = new WeakSet<ReceivedMessage>();
  return async (refused) => {
    const [first] = refused;
    if (first === undefined) return;
    const failedAt = clock.now();
    const letters = refused.map((one) => ({
      received: one.message,
      deadLetter: deadLetterOf(one, group, failedAt),
    }));
    const pending = letters.flatMap(({ received, deadLetter }) =>
      published.has(received) ? [] : [{ received, message: outgoing(deadLetter) }],
    );
    for (const part of partsOf(pending)) {
      await publish(
        deadLetterTopicOf(first.message.topic),
        part.map(({ message }) => message),
      );
      for (const { received } of part) published.add(received);
    }
    await onDeadLetters?.(letters.map(({ deadLetter }) => deadLetter));
    for (const { deadLetter } of letters) {
      const { topic, partition, offset, reason, headers } = deadLetter;
      logger.error(
        { topic, partition, offset, group, eventId: headers['event-id'], reason },
        'published a dead letter',
      );
    }
  };
}

export interface DeliveryOptions {
  readonly handle: (batch: readonly ReceivedMessage[]) => Promise<void>;
  readonly sendDeadLetters: SendDeadLetters;
}

export interface Delivery {
  /** Resolves when each message was handled or sent as a dead letter. After a rejection, call it again for the others. */
  attempt(): Promise<void>;
}

const positionOf = ({ topic, partition, offset }: Poison['message']): string =>
  `${topic} ${partition} ${offset}`;

/** Passes messages of one partition to a handler; those it reports as poison become dead letters. */
export function createDelivery(
  batch: readonly ReceivedMessage[],
  { handle, sendDeadLetters }: DeliveryOptions,
): Delivery {
  let remaining = batch;

  /** All at once: a flood of poison messages costs one round trip per batch, not per message. */
  const removePoisons = async (poisons: readonly Poison[]): Promise<boolean> => {
    const byPosition = new Map(poisons.map((poison) => [positionOf(poison.message), poison]));
    const found = remaining.flatMap((message) => {
      const poison = byPosition.get(positionOf(message));
      return poison === undefined ? [] : [{ message, poison }];
    });
    if (found.length === 0) return false;
    await sendDeadLetters(found.map(({ message, poison }) => ({ message, reason: poison.reason })));
    for (const { poison } of found) poison.onDeadLetter?.();
    const removed = new Set(found.map(({ message }) => message));
    remaining = remaining.filter((message) => !removed.has(message));
    return true;
  };

  return {
    async attempt() {
      while (remaining.length > 0) {
        try {
          await handle(remaining);
          remaining = [];
        } catch (thrown) {
          // If none of the reported messages is in the batch, it rethrows: calling the handler again would loop forever.
          if (!(thrown instanceof PoisonMessage) || !(await removePoisons(thrown.poisons))) throw thrown;
        }
      }
    },
  };
}
