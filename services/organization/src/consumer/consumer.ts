import type { Transact } from '@patchbay/database/transaction';
import { createConsumer } from '@patchbay/events/consumer';
import type { VerifiedEventSource } from '@patchbay/events/signature';
import { topicOf } from '@patchbay/events/topics';
import { consumedBy } from '@patchbay/platform/services';
import type { Component } from '@patchbay/runtime/component';
import type { Tx } from '../store/transaction.ts';
import { followIntegrations } from './integrations.ts';
import { copyPeople } from './people.ts';

export interface EventConsumerOptions {
  readonly source: VerifiedEventSource;
  readonly transact: Transact<Tx>;
}

/** Consumes the events of identity and of integration. */
export const createEventConsumer = ({ source, transact }: EventConsumerOptions): Component =>
  createConsumer({
    source,
    service: 'organization',
    group: 'organization',
    topics: consumedBy('organization').map(topicOf),
    async handle(events) {
      await copyPeople(transact, events);
      await followIntegrations(transact, events);
    },
  });
