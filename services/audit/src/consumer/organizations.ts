import type { Client } from '@connectrpc/connect';
import type { OrganizationService } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import { fromConnectError } from '@patchbay/errors/connect';
import type { TrailEvent } from '../domain/entry.ts';
import type { ReadEvent } from './read-event.ts';

/** By organization id: the events for its trail, in the order of delivery. */
export type EventsByOrganization = ReadonlyMap<string, readonly TrailEvent[]>;

/** Users per call; organization refuses more. */
const maxUsers = 1_000;

/** The current organization ids of each user; one call for every 1,000 users. */
async function organizationsOf(
  userIds: readonly string[],
  organization: Client<typeof OrganizationService>,
): Promise<Map<string, readonly string[]>> {
  const organizationIdsOf = new Map<string, readonly string[]>();
  for (let start = 0; start < userIds.length; start += maxUsers) {
    const request = { userIds: userIds.slice(start, start + maxUsers) };
    const { users } = await organization.listUserOrganizations(request).catch((error: unknown) => {
      throw fromConnectError(error, 'organization');
    });
    for (const { userId, organizationIds } of users) organizationIdsOf.set(userId, organizationIds);
  }
  return organizationIdsOf;
}

/**
 * Groups events by the trails that record them. An event about a person goes to each organization that the person is a
 * member of now, and is dropped where there is none. Fails where organization is unreachable: the events are then delivered
 * again.
 */
export async function byOrganization(
  events: readonly ReadEvent[],
  organization: Client<typeof OrganizationService>,
): Promise<EventsByOrganization> {
  const userIds = new Set(events.flatMap(({ about }) => ('userId' in about ? [about.userId] : [])));
  const memberships = await organizationsOf([...userIds], organization);
  const trails = new Map<string, TrailEvent[]>();
  for (const { event, about } of events) {
    const ids = 'organizationId' in about ? [about.organizationId] : (memberships.get(about.userId) ?? []);
    for (const id of ids) {
      const trail = trails.get(id);
      if (trail === undefined) trails.set(id, [event]);
      else trail.push(event);
    }
  }
  return trails;
}
