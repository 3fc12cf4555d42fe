import type { ReceivedMessage } from './transport.ts';

export interface Poison {
  readonly message: Pick<ReceivedMessage, 'topic' | 'partition' | 'offset'>;
  /** Stored in the dead letter and logged: what is wrong with the message, without its contents. */
  readonly reason: string;
  /** Called once the dead letter is published and `onDeadLetters` of the subscription has resolved. */
  readonly onSetAside?: () => void;
}

/**
 * Thrown by a handler for messages that it can never handle: they become dead letters. After any other error the handler is
 * called again with the same messages.
 */
export class PoisonMessage extends Error {
  readonly poisons: readonly Poison[];

  constructor(...poisons: readonly Poison[]) {
    super(poisons.map(({ message, reason }) => `${message.topic}@${message.offset}: ${reason}`).join('; '));
    this.name = 'PoisonMessage';
    this.poisons = poisons;
  }
}
