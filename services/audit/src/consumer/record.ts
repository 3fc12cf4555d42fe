import { internal } from '@patchbay/errors/failure';
import { appendEntries, isAheadOf, maxEarlyMs } from '../domain/chain.ts';
import type { TrailEvent } from '../domain/entry.ts';
import { appendChains, findRecorded } from '../store/append.ts';
import { lockHeads } from '../store/chain-heads.ts';
import type { Tx } from '../store/transaction.ts';
import type { EventsByOrganization } from './organizations.ts';

const uniqueById = (events: readonly TrailEvent[]): TrailEvent[] => [
  ...new Map(events.map((event) => [event.id, event])).values(),
];

/**
 * Appends to each chain the events that it does not hold yet, and returns the event of each entry. The row locks on
 * the chain heads are taken first and held until commit: nobody else can append between the check and the insert, so a
 * repeated delivery leaves neither a second entry nor a gap. An event from before the time that is kept is left out: its entry may
 * have been removed, and would be now. Fails where the newest entry of a chain is said to be of more than a day ahead.
 */
export async function recordEvents(tx: Tx, trails: EventsByOrganization, now: Date): Promise<TrailEvent[]> {
  const heads = await lockHeads(tx, [...trails.keys()]);
  const given = [...trails].flatMap(([organizationId, events]) =>
    events.map(({ id: eventId, occurredAt }) => ({ organizationId, eventId, occurredAt })),
  );
  const { events, removedBefore } = await findRecorded(tx, given);
  const recorded = Map.groupBy(events, ({ organizationId }) => organizationId);
  const isKept = ({ occurredAt }: TrailEvent): boolean =>
    occurredAt.getTime() - maxEarlyMs >= removedBefore.getTime();
  const chains = [...heads].map(([organizationId, head]) => {
    const recordedIds = new Set(recorded.get(organizationId)?.map(({ eventId }) => eventId));
    const missing = uniqueById(trails.get(organizationId) ?? []).filter(
      (event) => !recordedIds.has(event.id) && isKept(event),
    );
    if (missing.length > 0 && isAheadOf(now, head))
      throw internal(
        `the head of the chain of organization ${organizationId} has a time more than a day ahead: it was altered, or a clock was wrong`,
      );
    return { organizationId, events: missing, ...appendEntries(head, missing, { now }) };
  });
  await appendChains(tx, chains);
  return chains.flatMap(({ events: appended }) => appended);
}
