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
  /** The status before it, where it changes. Default: active. */
  readonly before?: string;
  readonly metadata?: DomainEvent['metadata'];
  /** Default: a client. */
  readonly by?: Person;
  /** Default: that of the events. */
  readonly at?: Date;
}

/** The events that integration publishes, at the moment that `now` returns. */
export function integrationEvents(now: () => Date) {
  const eventAbout = (
    { id, name, organizationId, workspaceId }: TestIntegration,
    { action, status, before = 'active', metadata = {}, by, at = now() }: Happening,
  ) =>
    toEvent(
      {
        action,
        about: { organizationId },
        workspace: { id: workspaceId, slug: 'spring', name: 'Spring' },
        target: { type: 'integration', id, name },
        changes: status === undefined ? [] : [{ field: 'status', before, after: status }],
        metadata: { provider: 'google_ads', ...metadata },
      },
      by === undefined ? anonymousContext() : userContext(by),
      { now: at },
    );
  return {
    eventAbout,
    broke: (integration: TestIntegration) =>
      eventAbout(integration, { action: 'integration.status_changed', status: 'error' }),
    willEnd: (integration: TestIntegration, endsAt: Date) =>
      eventAbout(integration, {
        action: 'integration.authorization_ending',
        metadata: { endsAt: endsAt.toISOString(), daysLeft: 7 },
      }),
  };
}
