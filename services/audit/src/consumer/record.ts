import { create } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { type Event, EventSchema } from '@patchbay/contracts/patchbay/events/v1/event';
import type { Transaction } from '@patchbay/database/transaction';
import { internal } from '@patchbay/errors/failure';
import { writeEvents } from '@patchbay/events/outbox';
import { appendEntries, isAheadOf, maxEarlyMs, type NewEntry } from '../domain/chain.ts';
import { documentOf, type TrailEvent } from '../domain/entry.ts';
import { appendChains, findRecorded, lockHeads } from '../store/append.ts';
import { deletedAmong, deletion, noteDeleted } from '../store/deleted-organizations.ts';
import type { EventsByOrganization } from './trails.ts';

const uniqueById = (events: readonly TrailEvent[]): TrailEvent[] => [
  ...new Map(events.map((event) => [event.id, event])).values(),
];

export interface RecordedEvents {
  /** The event of each new entry. */
  readonly recorded: readonly TrailEvent[];
  /** Once per trail: events that are not recorded because they are older than what retention keeps. */
  readonly expired: readonly TrailEvent[];
}

/**
 * The newest entry of a chain has a time more than a day ahead of the clock: the head was altered, or a clock was wrong. Later
 * entries would get that time too.
 */
export class HeadAhead extends Error {
  override readonly name = 'HeadAhead';
  /** The events that cannot be recorded now. */
  readonly eventIds: ReadonlySet<string>;

  constructor(organizationId: string, events: readonly TrailEvent[]) {
    super(`the head of the chain of organization ${organizationId} is more than a day ahead of the clock`);
    this.eventIds = new Set(events.map(({ id }) => id));
  }
}

export interface PublishOptions {
  /** The trace that an event belongs to, by its id, and so the entry that is published. Default: none. */
  readonly traceparentOf?: (eventId: string) => string | undefined;
}

const isDeletion = (event: TrailEvent | undefined): boolean => event?.action === deletion;

/** The deletion of its organization is the last entry of a trail: what comes after it is not recorded. */
function untilDeletion(events: readonly TrailEvent[]): readonly TrailEvent[] {
  const index = events.findIndex(isDeletion);
  return index === -1 ? events : events.slice(0, index + 1);
}

async function withoutDeleted(tx: Transaction, trails: EventsByOrganization): Promise<EventsByOrganization> {
  const deleted = await deletedAmong(tx, [...trails.keys()]);
  return deleted.size === 0 ? trails : new Map([...trails].filter(([id]) => !deleted.has(id)));
}

/** A new entry as it is published. Its own id is that of the event: one event about a person makes an entry in several trails. */
const publishedEntry = (organizationId: string, event: TrailEvent, entry: NewEntry): Event =>
  create(EventSchema, {
    id: entry.id,
    action: event.action,
    occurredAt: timestampFromDate(event.occurredAt),
    organizationId,
    snapshot: {
      case: 'entry',
      value: { sequence: BigInt(entry.sequence), auditLog: Buffer.from(documentOf(entry)) },
    },
  });

/**
 * Appends to each chain the events that it does not hold yet. Takes the row locks of the chain heads first and holds them until
 * commit: nobody else can append between the check and the insert, so a repeated delivery causes neither a second entry nor a gap.
 * Skips events that are older than retention keeps: their entries may have been removed; and those of deleted organizations. Publishes
 * each new entry. Throws `HeadAhead`.
 */
export async function recordEvents(
  tx: Transaction,
  given: EventsByOrganization,
  now: Date,
  { traceparentOf }: PublishOptions = {},
): Promise<RecordedEvents> {
  // Before the locks, which would begin the chain of an organization anew whose trail was removed.
  const before = await withoutDeleted(tx, given);
  const heads = await lockHeads(tx, [...before.keys()]);
  // And under the locks, which whoever records a deletion holds.
  const trails = await withoutDeleted(tx, before);
  if (trails.size === 0) return { recorded: [], expired: [] };
  const events = [...trails].flatMap(([organizationId, own]) =>
    own.map(({ id: eventId, occurredAt }) => ({ organizationId, eventId, occurredAt })),
  );
  const { events: found, removedBefore } = await findRecorded(tx, events);
  const recorded = Map.groupBy(found, ({ organizationId }) => organizationId);
  const isKept = ({ occurredAt }: TrailEvent): boolean =>
    occurredAt.getTime() - maxEarlyMs >= removedBefore.getTime();
  const chains = [...heads].map(([organizationId, head]) => {
    const recordedIds = new Set(recorded.get(organizationId)?.map(({ eventId }) => eventId));
    const own = untilDeletion(uniqueById(trails.get(organizationId) ?? []));
    const missing = own.filter(({ id }) => !recordedIds.has(id));
    const kept = missing.filter(isKept);
    const expired = missing.filter((event) => !isKept(event));
    if (kept.length > 0 && isAheadOf(now, head)) throw new HeadAhead(organizationId, kept);
    return { organizationId, events: kept, expired, ...appendEntries(head, kept, { now }) };
  });
  await appendChains(tx, chains);
  await noteDeleted(
    tx,
    chains.filter(({ events: appended }) => isDeletion(appended.at(-1))).map((chain) => chain.organizationId),
  );
  await writeEvents(
    tx,
    'audit',
    chains.flatMap(({ organizationId, events: appended, entries }) =>
      appended.map((event, index) => {
        const entry = entries[index];
        if (entry === undefined) throw internal('an appended event has no entry');
        return {
          event: publishedEntry(organizationId, event, entry),
          traceparent: traceparentOf?.(event.id),
        };
      }),
    ),
  );
  return {
    recorded: chains.flatMap(({ events: appended }) => appended),
    expired: chains.flatMap(({ expired }) => expired),
  };
}
