import { fromBinary } from '@bufbuild/protobuf';
import { type Span, type Tracer, trace } from '@opentelemetry/api';
import { EventSchema } from '@patchbay/contracts/patchbay/events/v1/event';
import type { Database } from '@patchbay/database/pool';
import { createListener } from '@patchbay/database/session';
import { type Clock, systemClock } from '@patchbay/runtime/clock';
import { attributes } from '@patchbay/telemetry/attributes';
import type { Logger } from '@patchbay/telemetry/logger';
import { count, set } from '@patchbay/telemetry/metrics';
import { failSpan, SpanKind, tracerOf } from '@patchbay/telemetry/span';
import { spanTable } from '@patchbay/telemetry/span-table';
import { contextFromTraceparent, currentTraceparent } from '@patchbay/telemetry/trace-context';
import type { Worker } from '@patchbay/worker/worker';
import { createLeadingWorker } from './leading-worker.ts';
import { maxEventBytes, outboxChannel } from './outbox.ts';
import type { EventContext } from './topics.ts';
import type { EventPublisher, OutgoingMessage } from './transport.ts';

export interface OutboxRow {
  /** A bigint in decimal digits. */
  readonly sequence: string;
  readonly id: string;
  readonly topic: string;
  readonly key: string;
  readonly payload: Buffer;
  readonly traceparent: string | null;
  /** Seconds since it was recorded. */
  readonly age: number;
}

/**
 * The first rows whose payloads together have at most `maxBytes`, but at least one row. A broker rejects a batch that is too
 * large on every retry, which would block the outbox for good.
 */
export function leadingRows(rows: readonly OutboxRow[], maxBytes: number): readonly OutboxRow[] {
  let bytes = 0;
  const end = rows.findIndex(({ payload }, index) => {
    bytes += payload.byteLength;
    return bytes > maxBytes && index > 0;
  });
  return end === -1 ? rows : rows.slice(0, end);
}

export interface OutboxRows {
  /** The oldest rows, in order. */
  read(limit: number): Promise<OutboxRow[]>;
  /** How many rows there are, `limit` at most. */
  count(limit: number): Promise<number>;
  /** Deletes by single sequence numbers, not by range: a transaction with a lower number may commit later. */
  remove(rows: readonly OutboxRow[]): Promise<void>;
}

const readRows = {
  name: 'outbox-read',
  text: `select sequence, id, topic, key, payload, traceparent,
    extract(epoch from $2::timestamptz - created_at)::float8 as age
  from outbox order by sequence limit $1`,
};
const countRows = {
  name: 'outbox-count',
  text: 'select count(*)::int as number from (select from outbox limit $1) as counted',
};
const removeRows = {
  name: 'outbox-remove',
  text: 'delete from outbox where sequence = any($1::bigint[])',
};

/** Runs statements on the pool without spans: the publisher polls every few seconds and mostly finds nothing. */
export const createOutboxRows = ({
  queryWithoutSpan: query,
  now,
}: Pick<Database, 'queryWithoutSpan' | 'now'>): OutboxRows => ({
  read: (limit) => query<OutboxRow>(readRows, [limit, now()]),
  async count(limit) {
    const [counted] = await query<{ number: number }>(countRows, [limit]);
    return counted?.number ?? 0;
  },
  async remove(rows) {
    await query(removeRows, [rows.map(({ sequence }) => sequence)]);
  },
});

/** Undefined if the payload is not an event. It is published anyway, and the consumers make it a dead letter. */
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
async function inProducerSpans(
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

export interface OutboxPublisherOptions {
  readonly context: EventContext;
  /** Logs in as the service's own role: for the LISTEN connection and for the one that holds the advisory lock. */
  readonly url: string;
  readonly database: Pick<Database, 'queryWithoutSpan' | 'now'>;
  readonly publisher: EventPublisher;
  readonly logger: Logger;
  /** Maximum of rows read and published in one round. Default 200. */
  readonly batchSize?: number;
  /** Poll interval, for missed notifications. Default 5 s. */
  readonly pollMs?: number;
  /** Called when a transaction of any process of the service has recorded events. */
  readonly onRecorded?: () => void;
  readonly clock?: Clock;
}

/** The longest time between two polls, which find events whose notification was lost. */
const idleMs = 30_000;

/** Maximum wait before the next attempt, and so the maximum delay after an outage of the transport, in milliseconds. */
const maxPauseMs = 2_000;

/** The highest value of the gauge of waiting events. */
const maxCount = 10_000;
/** Milliseconds between two counts while more rows wait than one round reads. */
const countMs = 5_000;

/** Name of the advisory lock that the publishing process of a service holds. Never changes: old and new processes compete for it. */
export const publisherLockName = (context: EventContext): string => `${context}.outbox-relay`;

/**
 * Publishes events from a service's outbox in sequence order, at least once, and deletes the acknowledged ones.
 * Of a service's processes one holds the advisory lock and publishes. When the lock changes hands, two may publish for some
 * seconds: an event may then be delivered twice, but the first deliveries are in order, because each process publishes the
 * oldest rows first and deletes only acknowledged ones. While the transport fails, events stay in the outbox.
 */
export function createOutboxPublisher({
  context,
  url,
  database,
  publisher,
  logger,
  batchSize = 200,
  pollMs = 5_000,
  onRecorded,
  clock = systemClock,
}: OutboxPublisherOptions): Worker {
  const rows = createOutboxRows(database);
  const tracer = tracerOf(context);

  const setNoneWaiting = (): void => {
    set('outboxWaiting', 0, { context });
    set('outboxOldest', 0, { context });
  };
  let countedAt = Number.NEGATIVE_INFINITY;
  /** Sets the gauge of waiting events, without a query if the round has read all rows. */
  const setWaiting = async (read: readonly OutboxRow[]): Promise<void> => {
    // The clocks of two processes differ.
    set('outboxOldest', Math.max(0, read[0]?.age ?? 0), { context });
    if (read.length < batchSize) return set('outboxWaiting', read.length, { context });
    if (clock.uptime() < countedAt + countMs) return;
    countedAt = clock.uptime();
    set('outboxWaiting', await rows.count(maxCount), { context });
  };

  /** Publishes and deletes the oldest rows. True: there may be more rows. */
  const moveBatch = async (): Promise<boolean> => {
    const read = await rows.read(batchSize);
    await setWaiting(read);
    const batch = leadingRows(read, maxEventBytes);
    for (const [topic, ofTopic] of Map.groupBy(batch, (row) => row.topic)) {
      await inProducerSpans(tracer, ofTopic, (messages) => publisher.publish(topic, messages));
      await rows.remove(ofTopic);
      count('outboxPublished', ofTopic.length, { topic });
    }
    const more = batch.length < read.length || read.length === batchSize;
    if (!more) setNoneWaiting();
    return more;
  };

  return createLeadingWorker({
    name: `relay ${context}`,
    url,
    lockName: publisherLockName(context),
    context,
    onEnd: setNoneWaiting,
    round: moveBatch,
    pollMs,
    idleMs,
    // At shutdown it publishes until the outbox is empty or the deadline passes; remaining rows stay in the outbox.
    atDrain: 'finish',
    onFailure: () => count('outboxFailures', 1, { context }),
    wokenBy: (wake) =>
      createListener({
        url,
        channel: outboxChannel(context),
        onNotify() {
          wake();
          onRecorded?.();
        },
        logger,
        clock,
      }),
    backoff: { max: maxPauseMs },
    logger,
    clock,
  });
}
