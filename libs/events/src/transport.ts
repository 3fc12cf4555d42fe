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
   * Called with the batch that will be handled next, if it is known, while another one is handled: begins work on it that has no
   * effect, such as verifying signatures. Must not throw.
   */
  readonly prepare?: (batch: readonly ReceivedMessage[]) => void;
  /**
   * Called with the dead letters of a batch, at least one, after all of them were published to their topic. If it rejects, it
   * is called again with dead letters of the same messages, which are not published again. Where the messages are delivered anew, after
   * a restart or by a new owner of the partition, both are repeated: the topic has them twice.
   */
  readonly onDeadLetters?: (deadLetters: readonly DeadLetter[]) => Promise<void>;
}

export interface EventSource {
  /** The component has no `trouble` while it receives messages and its handler does not fail. */
  subscribe(subscription: Subscription): Component;
}

/** Publishes and consumes by Kafka or by the in-process bus; both guarantee order per key and at-least-once delivery. */
export interface EventTransport {
  readonly publisher: EventPublisher;
  readonly source: EventSource;
}
