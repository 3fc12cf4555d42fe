import { create, toBinary } from '@bufbuild/protobuf';
import { timestampNow } from '@bufbuild/protobuf/wkt';
import { DeadLetterSchema } from '@patchbay/contracts/patchbay/events/v1/event';
import type { Logger } from '@patchbay/telemetry/logger';
import { deadLetterTopicOf } from './topics.ts';
import type { EventPublisher, ReceivedMessage, Subscription } from './transport.ts';

/** Sets a message aside for good: first on its dead-letter topic, then with whoever asked to be told. */
export type SetAside = (message: ReceivedMessage, reason: string) => Promise<void>;

export interface SetAsideOptions {
  readonly subscription: Pick<Subscription, 'group' | 'onDeadLetter'>;
  readonly publish: EventPublisher['publish'];
  readonly logger: Logger;
}

export const createSetAside =
  ({ subscription, publish, logger }: SetAsideOptions): SetAside =>
  async (message, reason) => {
    const { topic, partition, offset, key, keyBytes, value, headers } = message;
    const letter = create(DeadLetterSchema, {
      topic,
      partition,
      offset,
      consumer: subscription.group,
      reason,
      failedAt: timestampNow(),
      key: keyBytes,
      value,
    });
    await publish(deadLetterTopicOf(topic), [{ key, value: toBinary(DeadLetterSchema, letter), headers }]);
    await subscription.onDeadLetter?.(letter);
    logger.error(
      { topic, partition, offset, group: subscription.group, eventId: headers['event-id'], reason },
      'a message was set aside as a dead letter',
    );
  };
