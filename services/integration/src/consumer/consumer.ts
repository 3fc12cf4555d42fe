import { createConsumer } from '@patchbay/events/consumer';
import type { VerifiedEventSource } from '@patchbay/events/signature';
import { topicOf } from '@patchbay/events/topics';
import type { ConsumerComponent } from '@patchbay/events/transport';
import { consumedBy } from '@patchbay/platform/services';
import type { AttemptDependencies } from '../attempts/dependencies.ts';
import { endGrantsOfEndedKeys } from './ended-keys.ts';
import { copyNames } from './names.ts';
import { forgetRemovedIssuers } from './removed-members.ts';
import { applyTenantEvents, type TenantEventParts } from './tenant-events.ts';

type Parts = TenantEventParts & Pick<AttemptDependencies, 'outbox'>;

/** Consumes the events of the organization service. */
export const createOrganizationConsumer = (source: VerifiedEventSource, parts: Parts): ConsumerComponent =>
  createConsumer({
    source,
    service: 'integration',
    group: 'integration',
    topics: consumedBy('integration').map(topicOf),
    async handle(events) {
      await applyTenantEvents(parts, events);
      await copyNames(parts.transact, events);
      await endGrantsOfEndedKeys(parts, events);
      await forgetRemovedIssuers(parts.transact, events);
    },
  });
