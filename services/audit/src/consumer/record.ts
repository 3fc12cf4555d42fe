import { appendEntries } from '../domain/chain.ts';
import type { TrailEvent } from '../domain/entry.ts';
import { appendChains, findRecorded } from '../store/append.ts';
import { lockHeads } from '../store/chain-heads.ts';
import type { Tx } from '../store/transaction.ts';
import type { EventsByOrganization } from './organizations.ts';

const uniqueById = (events: readonly TrailEvent[]): TrailEvent[] => [
  ...new Map(events.map((event) => [event.id, event])).values(),
];

/**
 * Continues the chains with those events that they do not hold yet. Whoever holds a chain's head is alone with the chain:
 * what is found missing stays missing until it is appended, so a repeated delivery leaves neither a second entry nor a gap.
 * Returns how many entries were written.
 */
export async function recordEvents(tx: Tx, trails: EventsByOrganization, now: Date): Promise<number> {
  const heads = await lockHeads(tx, [...trails.keys()]);
  const given = [...trails].flatMap(([organizationId, events]) =>
    events.map(({ id: eventId }) => ({ organizationId, eventId })),
  );
  const recorded = Map.groupBy(await findRecorded(tx, given), ({ organizationId }) => organizationId);
  const chains = [...heads].map(([organizationId, head]) => {
    const known = new Set(recorded.get(organizationId)?.map(({ eventId }) => eventId));
    const fresh = uniqueById(trails.get(organizationId) ?? []).filter(({ id }) => !known.has(id));
    return { organizationId, ...appendEntries(head, fresh, { now }) };
  });
  await appendChains(tx, chains);
  return chains.reduce((sum, { entries }) => sum + entries.length, 0);
}
