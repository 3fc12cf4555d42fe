import { toBinary } from '@bufbuild/protobuf';
import { EventSchema } from '@patchbay/contracts/patchbay/events/v1/event';
import { keyOf, toEvent } from '@patchbay/events/envelope';
import { createKafkaTransport } from '@patchbay/events/kafka';
import { createSigningPublisher } from '@patchbay/events/signature';
import { topicOf } from '@patchbay/events/topics';
import type { OutgoingMessage } from '@patchbay/events/transport';
import type { PublishingService } from '@patchbay/platform/services';
import { createLogger } from '@patchbay/telemetry/logger';
import type { DomainEvent } from '@patchbay/trail/domain-event';
import type { AuditBench } from './audit.ts';
import { numbered } from './audit-entries.ts';

/** Messages per request to Kafka; together they must stay below 768 KiB. */
const batchSize = 500;

const call = {
  caller: {
    type: 'user',
    userId: numbered('01900000', 1),
    sessionId: numbered('01900000', 2),
    email: 'ada@acme.example',
    name: 'Ada Lovelace',
  },
  requestId: numbered('01900000', 3),
  ipAddress: '203.0.113.7',
  userAgent:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
} as const;

const workspace = { id: numbered('01910000', 0), slug: 'spring', name: 'Spring' };

const renamed = (organizationId: string, id: string): DomainEvent => ({
  action: 'workspace.updated',
  about: { organizationId },
  target: { type: 'workspace', id, name: 'Spring' },
  workspace,
  changes: [{ field: 'name', before: 'Winter', after: 'Spring' }],
});

/** An event as a service stores it in its outbox, and a relay publishes it. */
function messageOf(event: DomainEvent): OutgoingMessage & { readonly id: string } {
  const envelope = toEvent(event, call);
  const value = toBinary(EventSchema, envelope);
  return { id: envelope.id, key: keyOf(envelope), value, headers: { 'event-id': envelope.id } };
}

/** The event at a place of an outbox of organization. */
export const renameAt = (place: number, organizationIds: readonly string[]) =>
  messageOf(renamed(organizationIds[place % organizationIds.length] ?? '', numbered('01920000', place)));

interface ServiceEvent {
  readonly service: PublishingService;
  readonly event: DomainEvent;
}

/** Of ten events three are of integration and one is of identity, about a person. */
function eventAt(
  place: number,
  organizationIds: readonly string[],
  userIds: readonly string[],
): ServiceEvent {
  const id = numbered('01910000', place);
  const organizationId = organizationIds[place % organizationIds.length] ?? '';
  const kind = Math.floor(place / organizationIds.length) % 10;
  if (kind === 0) {
    const userId = userIds[place % userIds.length] ?? '';
    const target = { type: 'session', id, name: 'Chrome on Linux' } as const;
    return { service: 'identity', event: { action: 'user.signed_in', about: { userId }, target } };
  }
  if (kind <= 3) {
    const target = { type: 'integration', id, name: 'Criteo' } as const;
    const changes = [{ field: 'status', before: 'active', after: 'attention' }];
    const event = { about: { organizationId }, target, workspace, changes, metadata: { provider: 'criteo' } };
    return { service: 'integration', event: { action: 'integration.status_changed', ...event } };
  }
  return { service: 'organization', event: renamed(organizationId, id) };
}

/** Publishes events of all services, signed with their keys, as their relays do. */
export async function publishEvents(
  { servers, eventKeys }: AuditBench,
  count: number,
  organizationIds: readonly string[],
  userIds: readonly string[],
): Promise<void> {
  const logger = createLogger({ service: 'bench', level: 'warn' });
  const { publisher } = createKafkaTransport({ brokers: servers.kafka.brokers, clientId: 'bench', logger });
  await publisher.start?.();
  for (let start = 0; start < count; start += batchSize) {
    const messages: Partial<Record<PublishingService, OutgoingMessage[]>> = {};
    for (let place = start; place < Math.min(count, start + batchSize); place += 1) {
      const { service, event } = eventAt(place, organizationIds, userIds);
      const { key, value, headers } = messageOf(event);
      (messages[service] ??= []).push({ key, value, headers });
    }
    for (const [service, ofService] of Object.entries(messages) as [PublishingService, OutgoingMessage[]][])
      await createSigningPublisher(publisher, eventKeys[service].privateKey).publish(
        topicOf(service),
        ofService,
      );
  }
  await publisher.stop?.();
}
