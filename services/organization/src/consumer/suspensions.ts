import { timestampDate } from '@bufbuild/protobuf/wkt';
import type { Transact } from '@patchbay/database/transaction';
import type { DecodedEvent } from '@patchbay/events/consumer';
import { type Poison, PoisonMessage } from '@patchbay/events/transport';
import { validate as isUuid } from 'uuid';
import { type Suspension, saveSuspensions } from '../store/people.ts';
import type { Tx } from '../store/transaction.ts';

const suspends: Readonly<Record<string, boolean>> = { 'user.suspended': true, 'user.resumed': false };

/** The newest suspension or resumption of each person. An event without the id of a person or a time is poison. */
function suspensionsIn(events: readonly DecodedEvent[]): Suspension[] {
  const suspensions = new Map<string, Suspension>();
  const poisons: Poison[] = [];
  for (const { event, message } of events) {
    const suspended = suspends[event.action];
    if (suspended === undefined) continue;
    const { userId, occurredAt } = event;
    if (!isUuid(userId) || occurredAt === undefined) {
      poisons.push({ message, reason: 'a suspension without a person or a time' });
      continue;
    }
    const changedAt = timestampDate(occurredAt);
    const known = suspensions.get(userId);
    if (known === undefined || known.changedAt <= changedAt)
      suspensions.set(userId, { userId, suspended, changedAt });
  }
  if (poisons.length > 0) throw new PoisonMessage(...poisons);
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
