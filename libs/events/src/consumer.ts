import { fromBinary } from '@bufbuild/protobuf';
import { type Context, context } from '@opentelemetry/api';
import { type Event, EventSchema } from '@patchbay/contracts/patchbay/events/v1/event';
import { attributes } from '@patchbay/telemetry/attributes';
import { count } from '@patchbay/telemetry/metrics';
import { inSpans, SpanKind, tracerOf } from '@patchbay/telemetry/span';
import { spanTable } from '@patchbay/telemetry/span-table';
import { contextFromTraceparent } from '@patchbay/telemetry/trace-context';
import { keyOf } from './envelope.ts';
import type { VerifiedEventSource } from './signature.ts';
import { ownerOf, publisherOf } from './topics.ts';
import {
  type ConsumerComponent,
  type Poison,
  PoisonMessage,
  type ReceivedMessage,
  type Subscription,
} from './transport.ts';

export interface DecodedEvent {
  readonly event: Event;
  readonly message: ReceivedMessage;
  /** The context of the event's own consumer span, in the trace of the request that caused the event. */
  readonly context: Context;
}

export type ReceivedEvent = Omit<DecodedEvent, 'context'>;

/**
 * What `read` finds in the events, in order: a value, undefined if the event has none, or the reason why it is poison. Throws
 * `PoisonMessage` with all that are.
 */
export function readEvents<Received extends ReceivedEvent, Value>(
  events: readonly Received[],
  read: (received: Received) => { readonly value: Value } | string | undefined,
): Value[] {
  const values: Value[] = [];
  const poisons: Poison[] = [];
  for (const received of events) {
    const found = read(received);
    if (typeof found === 'string') poisons.push({ message: received.message, reason: found });
    else if (found !== undefined) values.push(found.value);
  }
  if (poisons.length > 0) throw new PoisonMessage(...poisons);
  return values;
}

export interface ConsumerOptions extends Pick<Subscription, 'group' | 'topics' | 'onDeadLetters'> {
  readonly source: VerifiedEventSource;
  /** The consuming service: the name of its tracer. */
  readonly service: string;
  /**
   * Handles events of one partition, in order. An event may be delivered more than once, so handling must be idempotent by
   * event id. Each event has its own span; the active one is that of the first event.
   */
  readonly handle: (events: readonly DecodedEvent[]) => Promise<void>;
}

/** Why a correctly signed message is no valid event of its service; undefined if it is one. */
function contradiction({ topic, keyBytes }: ReceivedMessage, event: Event): string | undefined {
  // An empty value decodes as a protobuf message with default fields, but is not an event.
  if (event.id === '' || event.action === '') return 'an event without an id or an action';
  if (!Buffer.from(keyOf(event)).equals(keyBytes)) return 'its key is not that of its organization or person';
  const service = publisherOf(topic);
  // Its entries are events of all services.
  if (service === 'audit') return undefined;
  if ((ownerOf(event.action) ?? service) !== service) return `an action that is not one of ${service}`;
  return undefined;
}

function decode(message: ReceivedMessage): ReceivedEvent | Poison {
  try {
    const event = fromBinary(EventSchema, message.value);
    const reason = contradiction(message, event);
    return reason === undefined ? { message, event } : { message, reason };
  } catch (error) {
    return { message, reason: `not an event: ${error instanceof Error ? error.message : String(error)}` };
  }
}

const isEvent = (decoded: ReceivedEvent | Poison): decoded is ReceivedEvent => 'event' in decoded;

/** Decodes events and handles each in a consumer span that continues the trace of the request that caused it. */
export function createConsumer({
  source,
  service,
  group,
  topics,
  handle,
  onDeadLetters,
}: ConsumerOptions): ConsumerComponent {
  const tracer = tracerOf(service);

  const inConsumerSpans = (events: readonly ReceivedEvent[]): Promise<void> =>
    inSpans(
      tracer,
      spanTable.processedEvent.name(String(events[0]?.message.topic)),
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

  const countEvents = (outcome: 'handled' | 'repeated' | 'dead_letter', number: number): void =>
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
        countEvents('handled', batch.length);
      } catch (thrown) {
        if (!(thrown instanceof PoisonMessage)) countEvents('repeated', batch.length);
        throw thrown;
      }
    },
    async onDeadLetters(deadLetters) {
      await onDeadLetters?.(deadLetters);
      countEvents('dead_letter', deadLetters.length);
    },
  });
}
