import { timestampDate } from '@bufbuild/protobuf/wkt';
import type { Transact } from '@patchbay/database/transaction';
import { type DecodedEvent, readEvents } from '@patchbay/events/consumer';
import { validate as isUuid } from 'uuid';
import { type Suspension, saveSuspensions } from '../store/people.ts';
import type { Tx } from '../store/transaction.ts';

const suspends: Readonly<Record<string, boolean>> = { 'user.suspended': true, 'user.resumed': false };

/** The newest suspension or resumption of each person. An event without the id of a person or a time is poison. */
function suspensionsIn(events: readonly DecodedEvent[]): Suspension[] {
  const suspensions = new Map<string, Suspension>();
  const found = readEvents(events, ({ event: { action, userId, occurredAt } }) => {
    const suspended = suspends[action];
    if (suspended === undefined) return undefined;
    if (!isUuid(userId) || occurredAt === undefined) return 'a suspension without a person or a time';
    return { value: { userId, suspended, changedAt: timestampDate(occurredAt) } };
  });
  for (const suspension of found) {
    const known = suspensions.get(suspension.userId);
    if (known === undefined || known.changedAt <= suspension.changedAt)
      suspensions.set(suspension.userId, suspension);
  }
  return [...suspensions.values()];
}

/** Follows whom an operator has suspended. A late event never replaces a newer one. */
export async function followSuspensions(
  transact: Transact<Tx>,
  events: readonly DecodedEvent[],
): Promise<void> {
  const suspensions = suspensionsIn(events);
  if (suspensions.length > 0) await transact('follow suspensions', (tx) => saveSuspensions(tx, suspensions));
}
