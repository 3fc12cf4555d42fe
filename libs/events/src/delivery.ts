import type { SendDeadLetters } from './dead-letter.ts';
import { type Poison, PoisonMessage } from './poison-message.ts';
import type { ReceivedMessage } from './transport.ts';

export interface DeliveryOptions {
  readonly handle: (batch: readonly ReceivedMessage[]) => Promise<void>;
  readonly sendDeadLetters: SendDeadLetters;
}

export interface Delivery {
  /** Resolves when each message was handled or sent as a dead letter. After a rejection, call it again for the others. */
  attempt(): Promise<void>;
}

const placeOf = ({ topic, partition, offset }: Poison['message']): string =>
  `${topic} ${partition} ${offset}`;

/** Passes messages of one partition to a handler; those it reports as poison become dead letters. */
export function createDelivery(
  batch: readonly ReceivedMessage[],
  { handle, sendDeadLetters }: DeliveryOptions,
): Delivery {
  let remaining = batch;

  /** All of them at once: a flood of such messages costs a round trip per batch, not per message. */
  const removePoisons = async (poisons: readonly Poison[]): Promise<boolean> => {
    const byPlace = new Map(poisons.map((poison) => [placeOf(poison.message), poison]));
    const found = remaining.flatMap((message) => {
      const poison = byPlace.get(placeOf(message));
      return poison === undefined ? [] : [{ message, poison }];
    });
    if (found.length === 0) return false;
    await sendDeadLetters(found.map(({ message, poison }) => ({ message, reason: poison.reason })));
    for (const { poison } of found) poison.onSetAside?.();
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
