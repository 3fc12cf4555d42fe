import type { Transact } from '@patchbay/database/transaction';
import { type DecodedEvent, readEvents } from '@patchbay/events/consumer';
import { validate as isUuid } from 'uuid';
import { forgetIssuers, type Membership } from '../store/connect-links.ts';
import type { Tx } from '../store/transaction.ts';

/** Those who left or were removed. An event without the ids is poison. */
const removedIn = (events: readonly DecodedEvent[]): Membership[] =>
  readEvents(events, ({ event: { action, organizationId, target: { id: userId } = { id: '' } } }) => {
    if (action !== 'member.removed') return undefined;
    if (isUuid(organizationId) && isUuid(userId)) return { value: { organizationId, userId } };
    return 'the end of a membership without its ids';
  });

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
