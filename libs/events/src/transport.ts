import type { DeadLetter } from '@patchbay/contracts/patchbay/events/v1/event';
import type { Component } from '@patchbay/runtime/component';

export interface OutgoingMessage {
  /** Messages with the same key keep their order. For events: the id of the organization, or else of the user. */
  readonly key: string;
  readonly value: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

export interface ReceivedMessage extends OutgoingMessage {
  readonly topic: string;
  readonly partition: number;
  /** The raw key; in `key` invalid UTF-8 is replaced. */
  readonly keyBytes: Uint8Array;
  /** A 64-bit number in decimal digits. */
  readonly offset: string;
  /** When it was published, in milliseconds since 1970, by the clock of its producer. */
  readonly publishedMs: number;
}

export interface EventPublisher extends Component {
  /**
   * Resolves when every message is acknowledged: by all in-sync replicas, or by the subscribers of an in-process bus.
   * Otherwise it rejects within seconds; publish all messages again then, although some may have been stored.
   */
  publish(topic: string, messages: readonly OutgoingMessage[]): Promise<void>;
}

export interface Subscription {
  /** Every group receives every message; within a group each message goes to one member. */
  readonly group: string;
  readonly topics: readonly string[];
  /**
   * Receives messages of one partition of one topic, in order. They count as handled when it resolves; when it rejects it is
   * called again with the same messages, without limit. If it throws a `PoisonMessage`, the messages named in it become
   * dead letters and it is called again with the others.
   */
  readonly handle: (batch: readonly ReceivedMessage[]) => Promise<void>;
  /**
   * Called with the dead letters of a batch, at least one, after all of them were published to their topic. If it rejects, it
   * is called again with dead letters of the same messages, which are not published again. If the messages are delivered again, after
   * a restart or to a new owner of the partition, both are repeated: the topic then has them twice.
   */
  readonly onDeadLetters?: (deadLetters: readonly DeadLetter[]) => Promise<void>;
}

export interface Poison {
  readonly message: Pick<ReceivedMessage, 'topic' | 'partition' | 'offset'>;
  /** Stored in the dead letter and logged: what is wrong with the message, without its contents. */
  readonly reason: string;
  /** Called once the dead letter is published and `onDeadLetters` of the subscription has resolved. */
  readonly onDeadLetter?: () => void;
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

export interface ConsumerComponent extends Component {
  /** Whether the group has handled every message that was published when this process began to consume. Never false again. */
  isCaughtUp(): boolean;
  /**
   * Resolves when the group has handled every message that was published before the call. Rejects if the consumer is stopped before
   * that.
   */
  idle(): Promise<void>;
}

export interface EventSource {
  /** The component has no `trouble` while it receives messages and its handler does not fail. */
  subscribe(subscription: Subscription): ConsumerComponent;
}

/** Publishes and consumes by Kafka or by the in-process bus; both guarantee order per key and at-least-once delivery. */
export interface EventTransport {
  readonly publisher: EventPublisher;
  readonly source: EventSource;
}
