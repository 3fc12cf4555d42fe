import { type Poison, PoisonMessage } from './poison-message.ts';
import type { ReceivedMessage } from './transport.ts';

export interface DeliveryOptions {
  readonly handle: (batch: readonly ReceivedMessage[]) => Promise<void>;
  readonly deadLetter: (message: ReceivedMessage, reason: string) => Promise<void>;
}

export interface Delivery {
  /** Resolves when nothing of the batch is left. After a rejection the next attempt goes on with what is. */
  attempt(): Promise<void>;
}

const isNamed = (message: ReceivedMessage, { message: named }: Poison): boolean =>
  named.offset === message.offset && named.partition === message.partition && named.topic === message.topic;

/** Brings messages of one partition to a handler, setting aside those it calls poison. */
export function createDelivery(
  batch: readonly ReceivedMessage[],
  { handle, deadLetter }: DeliveryOptions,
): Delivery {
  let left = batch;

  const setAside = async (poisons: readonly Poison[]): Promise<boolean> => {
    let found = false;
    for (const message of left) {
      const poison = poisons.find((candidate) => isNamed(message, candidate));
      if (poison === undefined) continue;
      await deadLetter(message, poison.reason);
      left = left.filter((other) => other !== message);
      found = true;
    }
    return found;
  };

  return {
    async attempt() {
      while (left.length > 0) {
        try {
          await handle(left);
          left = [];
        } catch (thrown) {
          // A handler that names messages it was not given would be called again at once, without end.
          if (!(thrown instanceof PoisonMessage) || !(await setAside(thrown.poisons))) throw thrown;
        }
      }
    },
  };
}
