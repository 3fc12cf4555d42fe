import { toBinary } from '@bufbuild/protobuf';
import { EventSchema } from '@patchbay/contracts/patchbay/events/v1/event';
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

/** The NOTIFY channel that wakes the relay. */
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
  /** For what happened before and is recorded only now. */
  readonly occurredAt?: Date;
  /** Of the only event, where recording it again must not make it another one. Default: a new id. */
  readonly id?: string;
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
  if (events.every(({ about }) => 'organizationId' in about)) return new Date();
  const [row] = await tx.query<{ now: Date }>(databaseClock);
  return row?.now ?? new Date();
}

// One statement: each round trip prolongs the transaction. `order by` assigns sequence numbers in the order of the events.
const insertEvents = {
  name: 'outbox record',
  text: `with recorded as (
  insert into outbox (id, topic, key, payload, traceparent)
  select event.id, $1, event.key, event.payload, $2
  from unnest($3::uuid[], $4::text[], $5::bytea[]) with ordinality as event (id, key, payload, position)
  order by event.position
)
select pg_notify($6, '')`,
};

export function createOutbox(context: EventContext): Outbox {
  const topic = topicOf(context);
  return {
    async record(tx, call, domainEvents, { notBefore = new Date(0), occurredAt, id: eventId } = {}) {
      if (domainEvents.length === 0) return;
      const clock = occurredAt ?? (await timeOf(tx, domainEvents));
      const now = notBefore > clock ? notBefore : clock;
      const events = domainEvents.map((event) =>
        toEvent(event, call, { now, ...(eventId !== undefined && { id: eventId }) }),
      );
      const payloads = events.map((event) => toBinary(EventSchema, event));
      const size = Math.max(...payloads.map(({ byteLength }) => byteLength));
      if (size > maxEventBytes) throw internal(`an event of ${size} bytes is too large to be published`);
      await tx.query(insertEvents, [
        topic,
        currentTraceparent() ?? null,
        events.map(({ id }) => id),
        events.map(keyOf),
        payloads,
        outboxChannel(context),
      ]);
    },
  };
}
