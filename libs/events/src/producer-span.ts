import { fromBinary } from '@bufbuild/protobuf';
import { type Span, type Tracer, trace } from '@opentelemetry/api';
import { EventSchema } from '@patchbay/contracts/patchbay/events/v1/event';
import { attributes } from '@patchbay/telemetry/attributes';
import { failSpan, SpanKind } from '@patchbay/telemetry/span';
import { spanTable } from '@patchbay/telemetry/span-table';
import { contextFromTraceparent, currentTraceparent } from '@patchbay/telemetry/trace-context';
import type { OutboxRow } from './outbox-rows.ts';
import type { OutgoingMessage } from './transport.ts';

/** Undefined if the payload is not an event: the relay publishes it anyway, and its consumers make it a dead letter. */
const actionOf = (payload: Uint8Array): string | undefined => {
  try {
    return fromBinary(EventSchema, payload).action;
  } catch {
    return undefined;
  }
};

/** Starts the span of one message as a child of the request that caused it; consumers get it in the header `traceparent`. */
function startMessage(tracer: Tracer, row: OutboxRow): { span: Span; message: OutgoingMessage } {
  const action = actionOf(row.payload);
  const parent = contextFromTraceparent(row.traceparent ?? undefined);
  const span = tracer.startSpan(
    spanTable.sentEvent.name(row.topic),
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

/** Converts rows to messages and publishes them; each message has its own span, which ends with the acknowledgement. */
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
