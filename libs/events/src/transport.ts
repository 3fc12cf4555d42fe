import type { DeadLetter } from '@patchbay/contracts/patchbay/events/v1/event';
import type { Component } from '@patchbay/runtime/component';

export interface OutgoingMessage {
  /** Messages with the same key stay in order: the organization's id, or the person's. */
  readonly key: string;
  readonly value: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

export interface ReceivedMessage extends OutgoingMessage {
  readonly topic: string;
  readonly partition: number;
  /** The key as it came; `key` is its text, which loses what is not UTF-8. */
  readonly keyBytes: Uint8Array;
  /** A 64-bit number in decimal digits. */
  readonly offset: string;
}

export interface EventPublisher extends Component {
  /**
   * Resolves when every message is acknowledged: by all in-sync replicas, or by the subscribers of an in-process bus.
   * Rejects within seconds otherwise; some of the messages may have arrived then, so they are to be published again.
   */
  publish(topic: string, messages: readonly OutgoingMessage[]): Promise<void>;
}

export interface Subscription {
  /** Each group gets every message once more; the members of a group share them. */
  readonly group: string;
  readonly topics: readonly string[];
  /**
   * Takes messages of one partition of one topic, in order. They count as handled when it resolves; until then it is
   * called again with the same messages, forever. A `PoisonMessage` sets the messages it names aside as dead letters
   * and leaves the rest to another call.
   */
  readonly handle: (batch: readonly ReceivedMessage[]) => Promise<void>;
  /** Told of each dead letter after it is on the dead-letter topic; called again if it rejects. */
  readonly onDeadLetter?: (letter: DeadLetter) => Promise<void>;
}

export interface EventSource {
  /** The component is ready while it receives, and not while its handler fails. */
  subscribe(subscription: Subscription): Component;
}

/** Both ends of a way for events. Whichever it is: in order per key, at least once, nothing dropped. */
export interface EventTransport {
  readonly publisher: EventPublisher;
  readonly source: EventSource;
}
