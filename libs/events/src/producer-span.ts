import { fromBinary } from '@bufbuild/protobuf';
import { type Span, type Tracer, trace } from '@opentelemetry/api';
import { EventSchema } from '@patchbay/contracts/patchbay/events/v1/event';
import { attributes } from '@patchbay/telemetry/attributes';
import { failSpan, SpanKind } from '@patchbay/telemetry/span';
import { contextFromTraceparent, currentTraceparent } from '@patchbay/telemetry/trace-context';
import type { OutboxRow } from './outbox-rows.ts';
import type { OutgoingMessage } from './transport.ts';

/** Undefined where the payload is no event: whether it can be used is for its consumers to say, not for the relay. */
const actionOf = (payload: Uint8Array): string | undefined => {
  try {
    return fromBinary(EventSchema, payload).action;
  } catch {
    return undefined;
  }
};

/** Starts the span of one message, a child of the request that caused it; the message carries it on to its consumers. */
function startMessage(tracer: Tracer, row: OutboxRow): { span: Span; message: OutgoingMessage } {
  const action = actionOf(row.payload);
  const parent = contextFromTraceparent(row.traceparent ?? undefined);
  const span = tracer.startSpan(
    `send ${row.topic}`,
    {
      kind: SpanKind.PRODUCER,
      attributes: {
        [attributes.messagingDestination]: row.topic,
        [attributes.eventId]: row.id,
        ...(action !== undefined && { [attributes.eventAction]: action }),
      },
    },
    parent,
  );
  const traceparent = currentTraceparent(trace.setSpan(parent, span));
  const headers = {
    'event-id': row.id,
    ...(action !== undefined && { action }),
    ...(traceparent !== undefined && { traceparent }),
  };
  return { span, message: { key: row.key, value: row.payload, headers } };
}

/** Makes messages of rows and publishes them, each in a span of its own that lasts until they are acknowledged. */
export async function inProducerSpans(
  tracer: Tracer,
  rows: readonly OutboxRow[],
  publish: (messages: OutgoingMessage[]) => Promise<void>,
): Promise<void> {
  const started = rows.map((row) => startMessage(tracer, row));
  try {
    await publish(started.map(({ message }) => message));
  } catch (thrown) {
    for (const { span } of started) failSpan(span, thrown);
    throw thrown;
  } finally {
    for (const { span } of started) span.end();
  }
}
