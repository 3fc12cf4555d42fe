import type { ReceivedMessage } from './transport.ts';

export interface Poison {
  readonly message: Pick<ReceivedMessage, 'topic' | 'partition' | 'offset'>;
  /** Kept in the dead letter and logged: says what is wrong with the message, without its contents. */
  readonly reason: string;
}

/**
 * Thrown by a handler for messages that no repetition will make it able to handle. Anything else it throws is taken to
 * pass and is repeated.
 */
export class PoisonMessage extends Error {
  readonly poisons: readonly Poison[];

  constructor(...poisons: readonly Poison[]) {
    super(poisons.map(({ message, reason }) => `${message.topic}@${message.offset}: ${reason}`).join('; '));
    this.name = 'PoisonMessage';
    this.poisons = poisons;
  }
}
