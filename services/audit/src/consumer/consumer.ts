import type { Client } from '@connectrpc/connect';
import type { OrganizationService } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import type { Queryable } from '@patchbay/database/query';
import type { Transact, Transaction } from '@patchbay/database/transaction';
import { createConsumer, type DecodedEvent } from '@patchbay/events/consumer';
import type { VerifiedEventSource } from '@patchbay/events/signature';
import { topicOf } from '@patchbay/events/topics';
import { type Poison, PoisonMessage } from '@patchbay/events/transport';
import { consumedBy } from '@patchbay/platform/services';
import type { Component } from '@patchbay/runtime/component';
import type { Logger } from '@patchbay/telemetry/logger';
import { count, observe } from '@patchbay/telemetry/metrics';
import { inSpans, tracerOf } from '@patchbay/telemetry/span';
import { spanTable } from '@patchbay/telemetry/span-table';
import { currentTraceparent } from '@patchbay/telemetry/trace-context';
import type { TrailEvent } from '../domain/entry.ts';
import { insertDeadLetters } from '../store/dead-letters.ts';
import { type ReadEvent, readEvent, UnreadableEvent } from './read-event.ts';
import { HeadAhead, recordEvents } from './record.ts';
import { byOrganization, type GroupingOptions } from './trails.ts';

/** Events that were handled without a new or existing entry. */
export interface UnrecordedEvents {
  /** Older than what retention keeps: their entries may have been removed, or would be now. */
  readonly expired: readonly TrailEvent[];
  /** About a person who was a member of no organization at that time. */
  readonly withoutTrail: readonly TrailEvent[];
}

/** Logs and counts expired events. Those without a trail are ordinary: people sign in before they have an organization. */
export const createUnrecordedReport =
  (logger: Logger) =>
  ({ expired }: UnrecordedEvents): void => {
    if (expired.length === 0) return;
    count('eventsConsumed', expired.length, { consumer: 'audit', outcome: 'expired' });
    logger.warn(
      { events: expired.length, eventIds: expired.map(({ id }) => id) },
      'skipped events that are older than retention keeps',
    );
  };

export interface AuditConsumerOptions extends GroupingOptions {
  readonly source: VerifiedEventSource;
  readonly db: Queryable;
  readonly transact: Transact<Transaction>;
  readonly organization: Client<typeof OrganizationService>;
  /** Called after the commit with the events that were not recorded. */
  readonly onUnrecorded: (unrecorded: UnrecordedEvents) => void;
}

const tracer = tracerOf('audit');

/** Throws `PoisonMessage` with all unreadable events: they become dead letters, and the others are delivered again. */
function readAll(events: readonly DecodedEvent[], now: Date): ReadEvent[] {
  const poisons: Poison[] = [];
  const read = events.flatMap(({ event, message }) => {
    try {
      return [readEvent(event, now)];
    } catch (error) {
      if (!(error instanceof UnreadableEvent)) throw error;
      poisons.push({ message, reason: error.message });
      return [];
    }
  });
  if (poisons.length > 0) throw new PoisonMessage(...poisons);
  return read;
}

/** Makes dead letters of the events instead of failing: one chain must not block the others. They can be replayed when its head is repaired. */
function refuseStuck(error: unknown, events: readonly DecodedEvent[]): never {
  if (!(error instanceof HeadAhead)) throw error;
  const stuck = events.filter(({ event }) => error.eventIds.has(event.id.toLowerCase()));
  throw new PoisonMessage(...stuck.map(({ message }) => ({ message, reason: error.message })));
}

/** Call it right after the commit. */
function observeDelays(recorded: readonly TrailEvent[], committedAt: Date): void {
  for (const { occurredAt } of recorded)
    observe('trailDelay', Math.max(0, committedAt.getTime() - occurredAt.getTime()) / 1_000);
}

/** Records every event of the platform once per trail, however often and to however many consumers it is delivered. */
export const createAuditConsumer = ({
  source,
  db,
  transact,
  organization,
  onUnrecorded,
  ...grouping
}: AuditConsumerOptions): Component =>
  createConsumer({
    source,
    service: 'audit',
    group: 'audit',
    topics: consumedBy('audit').map(topicOf),
    async handle(events) {
      // Before the transaction: no call over the network is made while it holds row locks on chain heads.
      const { parts, withoutTrail } = await byOrganization(readAll(events, db.now()), organization, grouping);
      // A span in the trace of each event around the transactions; there is usually one.
      const spans = events.map(({ context }) => ({ parent: context }));
      const traceparents = new Map(
        events.map(({ event, context }) => [event.id.toLowerCase(), currentTraceparent(context)]),
      );
      /** By id: an event about a person expires once per trail. */
      const expired = new Map<string, TrailEvent>();
      if (parts.length > 0)
        await inSpans(tracer, spanTable.auditInsert.name(), spans, async () => {
          for (const trails of parts) {
            const result = await transact('record events', (tx) =>
              recordEvents(tx, trails, tx.now(), { traceparentOf: (id) => traceparents.get(id) }),
            ).catch((error: unknown) => refuseStuck(error, events));
            observeDelays(result.recorded, db.now());
            for (const event of result.expired) expired.set(event.id, event);
          }
        });
      onUnrecorded({ expired: [...expired.values()], withoutTrail });
    },
    onDeadLetters: (deadLetters) => insertDeadLetters(db, deadLetters),
  });
