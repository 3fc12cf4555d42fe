import { createConsumer } from '@patchbay/events/consumer';
import type { VerifiedEventSource } from '@patchbay/events/signature';
import { topicOf } from '@patchbay/events/topics';
import { consumedBy } from '@patchbay/platform/services';
import type { Component } from '@patchbay/runtime/component';
import { followIntegrations } from './integrations.ts';
import { copyPeople } from './people.ts';
import { tellOfResetPasskeys } from './reset-passkeys.ts';
import { followSuspensions } from './suspensions.ts';
import { tellOfDisabledWebhooks, type WebhookNews } from './webhooks.ts';

export interface EventConsumerOptions extends WebhookNews {
  readonly source: VerifiedEventSource;
}

/** Consumes the events of identity, of integration and of webhook. */
export const createEventConsumer = ({ source, ...parts }: EventConsumerOptions): Component =>
  createConsumer({
    source,
    service: 'organization',
    group: 'organization',
    topics: consumedBy('organization').map(topicOf),
    async handle(events) {
      await copyPeople(parts.transact, events);
      await followSuspensions(parts.transact, events);
      await followIntegrations(parts.transact, events);
      await tellOfDisabledWebhooks(parts, events);
      await tellOfResetPasskeys(parts, events);
    },
  });
