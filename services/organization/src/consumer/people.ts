import type { Transact } from '@patchbay/database/transaction';
import type { DecodedEvent } from '@patchbay/events/consumer';
import { type Poison, PoisonMessage } from '@patchbay/events/transport';
import { validate as isUuid } from 'uuid';
import { type PersonVersion, updatePeople } from '../store/people.ts';
import type { Tx } from '../store/transaction.ts';

/** The people of `user.updated` events, each in their newest version. A snapshot without a valid id or an address is poison. */
function peopleIn(events: readonly DecodedEvent[]): PersonVersion[] {
  const people = new Map<string, PersonVersion>();
  const poisons: Poison[] = [];
  for (const { event, message } of events) {
    if (event.action !== 'user.updated' || event.snapshot.case !== 'user') continue;
    const { id: userId, email, name, version } = event.snapshot.value;
    if (!isUuid(userId) || email === '') {
      poisons.push({ message, reason: 'a snapshot of a person without an id or an address' });
      continue;
    }
    const person = { userId, email, name, version };
    const known = people.get(userId);
    if (known === undefined || known.version < version) people.set(userId, person);
  }
  if (poisons.length > 0) throw new PoisonMessage(...poisons);
  return [...people.values()];
}

/** Copies changed names and addresses from identity's events. A repeated or late event never replaces a newer version. */
export async function copyPeople(transact: Transact<Tx>, events: readonly DecodedEvent[]): Promise<void> {
  const people = peopleIn(events);
  // In a transaction, because it may wait for row locks: single statements on the pool never do.
  if (people.length > 0) await transact('update people', (tx) => updatePeople(tx, people));
}
