import type { Person } from '@patchbay/access/caller';
import type { Queryable } from '@patchbay/database/queryable';
import { createConsumer, type DecodedEvent } from '@patchbay/events/consumer';
import { type Poison, PoisonMessage } from '@patchbay/events/poison-message';
import { topicOf } from '@patchbay/events/topics';
import type { EventSource } from '@patchbay/events/transport';
import type { Component } from '@patchbay/runtime/component';
import { validate as isUuid } from 'uuid';
import { updatePeople } from '../store/people.ts';

/** The people of `user.updated` events, each as in the last one. A snapshot without a valid id or an address is poison. */
function peopleIn(events: readonly DecodedEvent[]): Person[] {
  const people = new Map<string, Person>();
  const poisons: Poison[] = [];
  for (const { event, message } of events) {
    if (event.action !== 'user.updated' || event.snapshot.case !== 'user') continue;
    const { id: userId, email, name } = event.snapshot.value;
    if (isUuid(userId) && email !== '') people.set(userId, { userId, email, name });
    else poisons.push({ message, reason: 'a snapshot of a person without an id or an address' });
  }
  if (poisons.length > 0) throw new PoisonMessage(...poisons);
  return [...people.values()];
}

/** Copies changed names and addresses from identity's events. Idempotent: a repeated event changes nothing. */
export const createPeopleConsumer = ({ source, db }: { source: EventSource; db: Queryable }): Component =>
  createConsumer({
    source,
    service: 'organization',
    group: 'organization',
    topics: [topicOf('identity')],
    async handle(events) {
      const people = peopleIn(events);
      if (people.length > 0) await updatePeople(db, people);
    },
  });
