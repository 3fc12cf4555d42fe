import type { Client } from '@connectrpc/connect';
import type { OrganizationService } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import { fromConnectError } from '@patchbay/errors/connect';
import type { TrailEvent } from '../domain/entry.ts';
import type { ReadEvent } from './read-event.ts';

/** Events of each organization's trail, in the order they were delivered. */
export type EventsByOrganization = ReadonlyMap<string, readonly TrailEvent[]>;

/**
 * Whose trails the events belong to. What concerns a person is recorded in each organization that the person belongs to
 * now. Fails where organization does not answer: the events are delivered again, so nothing is lost.
 */
export async function byOrganization(
  events: readonly ReadEvent[],
  organization: Client<typeof OrganizationService>,
): Promise<EventsByOrganization> {
  const asked = new Map<string, Promise<readonly string[]>>();
  const organizationsOf = (userId: string): Promise<readonly string[]> => {
    const answer =
      asked.get(userId) ??
      organization.listUserOrganizations({ userId }).then(
        ({ organizationIds }) => organizationIds,
        (error: unknown) => {
          throw fromConnectError(error, 'organization');
        },
      );
    asked.set(userId, answer);
    return answer;
  };
  const resolved = await Promise.all(
    events.map(async ({ event, about }) => ({
      event,
      organizationIds:
        'organizationId' in about ? [about.organizationId] : await organizationsOf(about.userId),
    })),
  );
  const trails = new Map<string, TrailEvent[]>();
  for (const { event, organizationIds } of resolved) {
    for (const organizationId of organizationIds) {
      trails.set(organizationId, [...(trails.get(organizationId) ?? []), event]);
    }
  }
  return trails;
}
