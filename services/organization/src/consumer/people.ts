import type { Transact } from '@patchbay/database/transaction';
import { type DecodedEvent, readEvents } from '@patchbay/events/consumer';
import { validate as isUuid } from 'uuid';
import { type PersonVersion, updatePeople } from '../store/people.ts';
import type { Tx } from '../store/transaction.ts';

/** The people of `user.updated` events, each in their newest version. A snapshot without a valid id or an address is poison. */
function peopleIn(events: readonly DecodedEvent[]): PersonVersion[] {
  const people = new Map<string, PersonVersion>();
  const found = readEvents(events, ({ event: { action, snapshot } }) => {
    if (action !== 'user.updated' || snapshot.case !== 'user') return undefined;
    const { id: userId, email, name, version } = snapshot.value;
    if (!isUuid(userId) || email === '') return 'a snapshot of a person without an id or an address';
    return { value: { userId, email, name, version } };
  });
  for (const person of found) {
    const known = people.get(person.userId);
    if (known === undefined || known.version < person.version) people.set(person.userId, person);
  }
  return [...people.values()];
}

/** Copies changed names and addresses from identity's events. A repeated or late event never replaces a newer version. */
export async function copyPeople(transact: Transact<Tx>, events: readonly DecodedEvent[]): Promise<void> {
  const people = peopleIn(events);
  // In a transaction, because it may wait for row locks: single statements on the pool never do.
  if (people.length > 0) await transact('update people', (tx) => updatePeople(tx, people));
}
