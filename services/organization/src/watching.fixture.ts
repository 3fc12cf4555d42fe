import type { Person } from '@patchbay/access/caller';
import { toEvent } from '@patchbay/events/envelope';
import { anonymousContext, userContext } from '@patchbay/testing/callers';
import type { DomainEvent } from '@patchbay/trail/domain-event';
import { v7 } from 'uuid';

/** An integration as its events name it. */
export interface TestIntegration {
  readonly id: string;
  readonly name: string;
  readonly organizationId: string;
  readonly workspaceId: string;
}

export const newIntegration = (
  organizationId: string,
  workspaceId: string,
  name = 'Client',
): TestIntegration => ({ id: v7(), name, organizationId, workspaceId });

interface Happening {
  readonly action: Extract<DomainEvent['action'], `integration.${string}`>;
  /** The status after it. Default: it does not change. */
  readonly status?: string;
  readonly metadata?: DomainEvent['metadata'];
  /** Default: a client. */
  readonly by?: Person;
  readonly now?: Date;
}

/** The event that integration publishes about it. */
export const eventAbout = (
  { id, name, organizationId, workspaceId }: TestIntegration,
  { action, status, metadata = {}, by, now = new Date() }: Happening,
) =>
  toEvent(
    {
      action,
      about: { organizationId },
      workspace: { id: workspaceId, slug: 'spring', name: 'Spring' },
      target: { type: 'integration', id, name },
      changes: status === undefined ? [] : [{ field: 'status', before: null, after: status }],
      metadata: { provider: 'google_ads', ...metadata },
    },
    by === undefined ? anonymousContext() : userContext(by),
    { now },
  );

export const broke = (integration: TestIntegration, now?: Date) =>
  eventAbout(integration, {
    action: 'integration.status_changed',
    status: 'error',
    ...(now && { now }),
  });

export const willEnd = (integration: TestIntegration, endsAt: Date, now?: Date) =>
  eventAbout(integration, {
    action: 'integration.authorization_ending',
    metadata: { endsAt: endsAt.toISOString(), daysLeft: 7 },
    ...(now && { now }),
  });
