import { internal } from '@patchbay/errors/failure';
import {
  type EventSource,
  PoisonMessage,
  type ReceivedMessage,
  type Subscription,
} from '@patchbay/events/transport';
import type { StoredDeadLetter } from '../store/dead-letters.ts';

export interface StoredSource {
  /** Subscribe one consumer to it, before `deliver`. Its component does nothing. */
  readonly source: EventSource;
  /**
   * Passes the message of a dead letter to the consumer. Resolves with undefined when it was handled, and with the reason when it
   * was refused again: that makes no second dead letter. Rejects where it could not be handled now.
   */
  deliver(deadLetter: StoredDeadLetter): Promise<string | undefined>;
}

const messageOf = (deadLetter: StoredDeadLetter): ReceivedMessage => {
  const { topic, partition, offset, key, value, headers, failedAt } = deadLetter;
  return {
    topic,
    partition,
    offset,
    key: key.toString(),
    keyBytes: key,
    value,
    headers,
    publishedMs: failedAt.getTime(),
  };
};

/** A source whose messages are those of stored dead letters: they take the same way as a message of Kafka, from its signature on. */
export function createStoredSource(): StoredSource {
  let subscription: Subscription | undefined;
  return {
    source: {
      subscribe(given) {
        subscription = given;
        return { name: 'stored dead letters' };
      },
    },
    async deliver(deadLetter) {
      if (subscription === undefined) throw internal('nobody has subscribed to the stored dead letters');
      try {
        await subscription.handle([messageOf(deadLetter)]);
        return undefined;
      } catch (error) {
        if (!(error instanceof PoisonMessage)) throw error;
        return error.poisons.map(({ reason }) => reason).join('; ');
      }
    },
  };
}
