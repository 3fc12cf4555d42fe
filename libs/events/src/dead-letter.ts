import { create, toBinary } from '@bufbuild/protobuf';
import { timestampNow } from '@bufbuild/protobuf/wkt';
import { DeadLetterSchema } from '@patchbay/contracts/patchbay/events/v1/event';
import type { Logger } from '@patchbay/telemetry/logger';
import { deadLetterTopicOf } from './topics.ts';
import type { EventPublisher, ReceivedMessage, Subscription } from './transport.ts';

/** Publishes a message to its dead-letter topic, then calls `onDeadLetter`. The consumer does not handle it again. */
export type SendDeadLetter = (message: ReceivedMessage, reason: string) => Promise<void>;

export interface DeadLetterOptions {
  readonly subscription: Pick<Subscription, 'group' | 'onDeadLetter'>;
  readonly publish: EventPublisher['publish'];
  readonly logger: Logger;
}

/** Key and value of a message that a dead letter holds, in bytes. Its topic takes 2 MiB, event topics take messages of 768 KiB. */
const maxContentBytes = 1_572_864;

const tooLarge = 'it is too large for a dead letter, which is without its key and value';

/**
 * The message key of a dead letter is not that of the message, which may be of any length: kafkajs hashes a key to find the
 * partition, in a time that grows with the square of its length.
 */
export const createDeadLetterSender =
  ({ subscription, publish, logger }: DeadLetterOptions): SendDeadLetter =>
  async (message, reason) => {
    const { topic, partition, offset, keyBytes, value, headers } = message;
    const fits = keyBytes.byteLength + value.byteLength <= maxContentBytes;
    const deadLetter = create(DeadLetterSchema, {
      topic,
      partition,
      offset,
      consumer: subscription.group,
      reason: fits ? reason : `${reason}; ${tooLarge}`,
      failedAt: timestampNow(),
      ...(fits && { key: keyBytes, value }),
    });
    await publish(deadLetterTopicOf(topic), [
      { key: `${partition}-${offset}`, value: toBinary(DeadLetterSchema, deadLetter), headers },
    ]);
    await subscription.onDeadLetter?.(deadLetter);
    logger.error(
      {
        topic,
        partition,
        offset,
        group: subscription.group,
        eventId: headers['event-id'],
        reason: deadLetter.reason,
      },
      'a message cannot be handled and was published as a dead letter',
    );
  };
