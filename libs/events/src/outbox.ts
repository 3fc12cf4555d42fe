import { toBinary } from '@bufbuild/protobuf';
import { type Event, EventSchema } from '@patchbay/contracts/patchbay/events/v1/event';
import type { Migrations } from '@patchbay/database/migrate';
import type { Transaction } from '@patchbay/database/transaction';
import { internal } from '@patchbay/errors/failure';
import { currentTraceparent } from '@patchbay/telemetry/trace-context';
import type { DomainEvent } from '@patchbay/trail/domain-event';
import { type EventCall, keyOf, toEvent } from './envelope.ts';
import { type EventContext, topicOf } from './topics.ts';

/** Creates the `outbox` table in the schema of a service that publishes events. */
export const eventsMigrations: Migrations = {
  library: 'events',
  directory: new URL('../migrations/', import.meta.url),
};

/** Less than the `max.message.bytes` of event topics. The broker would reject a larger event after its transaction has committed. */
export const maxEventBytes = 524_288;

/** The NOTIFY channel that wakes the outbox publisher. */
export const outboxChannel = (context: EventContext): string => `${context}_outbox`;

export interface Outbox {
  /**
   * Writes events in the transaction that causes them: they are published if and only if it commits. Events of the same key
   * keep the order of their transactions; those of overlapping transactions may be published in either order.
   */
  record(
    tx: Transaction,
    call: EventCall,
    events: readonly DomainEvent[],
    options?: RecordOptions,
  ): Promise<void>;
}

export interface RecordOptions {
  /** The events are dated with this time if the clock is behind it. Default: the clock alone. */
  readonly notBefore?: Date;
  /** When it happened, for an event that is recorded later. Default: now. */
  readonly occurredAt?: Date;
  /** Id of the event, so that a repeated recording is the same event; for a single event only. Default: a new id. */
  readonly id?: string;
}

/** An event to be published, and the trace that it belongs to. */
export interface PublishedEvent {
  readonly event: Event;
  readonly traceparent?: string | undefined;
}

const databaseClock = {
  name: 'outbox clock',
  text: `select date_trunc('milliseconds', clock_timestamp()) as now`,
};

/**
 * Events about a person are dated by the clock of the database, as the beginning and the end of memberships are: audit
 * compares the two, and the clocks of hosts differ.
 */
async function timeOf(tx: Transaction, events: readonly DomainEvent[]): Promise<Date> {
  if (events.every(({ about }) => 'organizationId' in about)) return tx.now();
  const [row] = await tx.query<{ now: Date }>(databaseClock);
  return row?.now ?? tx.now();
}

// One statement: each round trip prolongs the transaction. `order by` assigns sequence numbers in the order of the events.
const insertEvents = {
  name: 'outbox record',
  text: `with recorded as (
  insert into outbox (id, topic, key, payload, traceparent, created_at)
  select event.id, $1, event.key, event.payload, event.traceparent, $7::timestamptz
  from unnest($2::uuid[], $3::text[], $4::bytea[], $5::text[])
       with ordinality as event (id, key, payload, traceparent, position)
  order by event.position
)
select pg_notify($6, '')`,
};

/** Writes events in a transaction: they are published if and only if it commits. */
export async function writeEvents(
  tx: Transaction,
  context: EventContext,
  published: readonly PublishedEvent[],
): Promise<void> {
  if (published.length === 0) return;
  const payloads = published.map(({ event }) => toBinary(EventSchema, event));
  const size = Math.max(...payloads.map(({ byteLength }) => byteLength));
  if (size > maxEventBytes) throw internal(`an event of ${size} bytes is too large to be published`);
  await tx.query(insertEvents, [
    topicOf(context),
    published.map(({ event }) => event.id),
    published.map(({ event }) => keyOf(event)),
    payloads,
    published.map(({ traceparent }) => traceparent ?? null),
    outboxChannel(context),
    tx.now(),
  ]);
}

export const createOutbox = (context: EventContext): Outbox => ({
  async record(tx, call, domainEvents, { notBefore = new Date(0), occurredAt, id } = {}) {
    if (domainEvents.length === 0) return;
    const clock = occurredAt ?? (await timeOf(tx, domainEvents));
    const now = notBefore > clock ? notBefore : clock;
    const traceparent = currentTraceparent();
    const events = domainEvents.map((event) =>
      toEvent(event, call, { now, ...(id !== undefined && { id }) }),
    );
    await writeEvents(
      tx,
      context,
      events.map((event) => ({ event, traceparent })),
    );
  },
});
