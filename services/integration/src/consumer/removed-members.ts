import type { Transact } from '@patchbay/database/transaction';
import type { DecodedEvent } from '@patchbay/events/consumer';
import { type Poison, PoisonMessage } from '@patchbay/events/transport';
import { validate as isUuid } from 'uuid';
import { forgetIssuers, type Membership } from '../store/connect-links.ts';
import type { Tx } from '../store/transaction.ts';

/** Those who left or were removed. An event without the ids is poison. */
function removedIn(events: readonly DecodedEvent[]): Membership[] {
  const removed: Membership[] = [];
  const poisons: Poison[] = [];
  for (const { event, message } of events) {
    if (event.action !== 'member.removed') continue;
    const { organizationId, target: { id: userId } = {} } = event;
    if (isUuid(organizationId) && userId !== undefined && isUuid(userId))
      removed.push({ organizationId, userId });
    else poisons.push({ message, reason: 'the end of a membership without its ids' });
  }
  if (poisons.length > 0) throw new PoisonMessage(...poisons);
  return removed;
}

/**
 * No connect page tells a client to write to somebody who left the organization. A repeated event may also hide a person who came
 * back and issued a link: then the page names nobody.
 */
export async function forgetRemovedIssuers(
  transact: Transact<Tx>,
  events: readonly DecodedEvent[],
): Promise<void> {
  const removed = removedIn(events);
  if (removed.length > 0) await transact('forget issuers', (tx) => forgetIssuers(tx, removed));
}
