import { fromBinary } from '@bufbuild/protobuf';
import { type Context, context } from '@opentelemetry/api';
import { type Event, EventSchema } from '@patchbay/contracts/patchbay/events/v1/event';
import type { Component } from '@patchbay/runtime/component';
import { attributes } from '@patchbay/telemetry/attributes';
import { count } from '@patchbay/telemetry/metrics';
import { inSpans, SpanKind, tracerOf } from '@patchbay/telemetry/span';
import { contextFromTraceparent } from '@patchbay/telemetry/trace-context';
import { type Poison, PoisonMessage } from './poison-message.ts';
import type { EventSource, ReceivedMessage, Subscription } from './transport.ts';

export interface DecodedEvent {
  readonly event: Event;
  readonly message: ReceivedMessage;
  /** That of the event's own consumer span, in the trace of the request that caused it. */
  readonly context: Context;
}

type Decoded = Omit<DecodedEvent, 'context'>;

export interface ConsumerOptions extends Pick<Subscription, 'group' | 'topics' | 'onDeadLetter'> {
  readonly source: EventSource;
  /** The service that consumes: its spans are named after it. */
  readonly service: string;
  /**
   * Handles events of one partition, in order. An event may come more than once, so its effect hangs on its id. The
   * active span is that of the first event; each has one of its own.
   */
  readonly handle: (events: readonly DecodedEvent[]) => Promise<void>;
}

function decode(message: ReceivedMessage): Decoded | Poison {
  try {
    const event = fromBinary(EventSchema, message.value);
    // An empty value is a valid message of protobuf, but an event of nothing.
    return event.id === '' || event.action === ''
      ? { message, reason: 'an event without an id or an action' }
      : { message, event };
  } catch (error) {
    return { message, reason: `not an event: ${error instanceof Error ? error.message : String(error)}` };
  }
}

const isEvent = (decoded: Decoded | Poison): decoded is Decoded => 'event' in decoded;

/** Receives events, decoded and inside spans that continue the trace of the request that caused each of them. */
export function createConsumer({
  source,
  service,
  group,
  topics,
  handle,
  onDeadLetter,
}: ConsumerOptions): Component {
  const tracer = tracerOf(service);

  const inConsumerSpans = (events: readonly Decoded[]): Promise<void> =>
    inSpans(
      tracer,
      `process ${events[0]?.message.topic}`,
      events.map(({ event, message }) => ({
        kind: SpanKind.CONSUMER,
        attributes: {
          [attributes.messagingDestination]: message.topic,
          [attributes.eventId]: event.id,
          [attributes.eventAction]: event.action,
        },
        parent: contextFromTraceparent(message.headers['traceparent']),
      })),
      (contexts) =>
        handle(events.map((one, index) => ({ ...one, context: contexts[index] ?? context.active() }))),
    );

  const counted = (outcome: 'handled' | 'repeated' | 'dead_letter', number: number): void =>
    count('eventsConsumed', number, { consumer: group, outcome });

  return source.subscribe({
    group,
    topics,
    async handle(batch) {
      const decoded = batch.map(decode);
      const poisons = decoded.filter((one): one is Poison => !isEvent(one));
      try {
        if (poisons.length > 0) throw new PoisonMessage(...poisons);
        await inConsumerSpans(decoded.filter(isEvent));
        counted('handled', batch.length);
      } catch (thrown) {
        if (!(thrown instanceof PoisonMessage)) counted('repeated', batch.length);
        throw thrown;
      }
    },
    async onDeadLetter(letter) {
      await onDeadLetter?.(letter);
      counted('dead_letter', 1);
    },
  });
}
