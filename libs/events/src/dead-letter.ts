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

export const createDeadLetterSender =
  ({ subscription, publish, logger }: DeadLetterOptions): SendDeadLetter =>
  async (message, reason) => {
    const { topic, partition, offset, key, keyBytes, value, headers } = message;
    const deadLetter = create(DeadLetterSchema, {
      topic,
      partition,
      offset,
      consumer: subscription.group,
      reason,
      failedAt: timestampNow(),
      key: keyBytes,
      value,
    });
    await publish(deadLetterTopicOf(topic), [
      { key, value: toBinary(DeadLetterSchema, deadLetter), headers },
    ]);
    await subscription.onDeadLetter?.(deadLetter);
    logger.error(
      { topic, partition, offset, group: subscription.group, eventId: headers['event-id'], reason },
      'a message cannot be handled and was published as a dead letter',
    );
  };
