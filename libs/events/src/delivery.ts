import { type Poison, PoisonMessage } from './poison-message.ts';
import type { ReceivedMessage } from './transport.ts';

export interface DeliveryOptions {
  readonly handle: (batch: readonly ReceivedMessage[]) => Promise<void>;
  readonly sendDeadLetter: (message: ReceivedMessage, reason: string) => Promise<void>;
}

export interface Delivery {
  /** Resolves when each message was handled or sent as a dead letter. After a rejection, call it again for the others. */
  attempt(): Promise<void>;
}

const isSameMessage = (message: ReceivedMessage, { message: poisoned }: Poison): boolean =>
  poisoned.offset === message.offset &&
  poisoned.partition === message.partition &&
  poisoned.topic === message.topic;

/** Passes messages of one partition to a handler; those it reports as poison become dead letters. */
export function createDelivery(
  batch: readonly ReceivedMessage[],
  { handle, sendDeadLetter }: DeliveryOptions,
): Delivery {
  let remaining = batch;

  const removePoisons = async (poisons: readonly Poison[]): Promise<boolean> => {
    let removed = false;
    for (const message of remaining) {
      const poison = poisons.find((candidate) => isSameMessage(message, candidate));
      if (poison === undefined) continue;
      await sendDeadLetter(message, poison.reason);
      poison.onSetAside?.();
      remaining = remaining.filter((other) => other !== message);
      removed = true;
    }
    return removed;
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
