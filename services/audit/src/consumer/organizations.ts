import type { Client } from '@connectrpc/connect';
import type { OrganizationService } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import { fromConnectError } from '@patchbay/errors/connect';
import type { TrailEvent } from '../domain/entry.ts';
import type { ReadEvent } from './read-event.ts';

/** Events of each organization's trail, in the order they were delivered. */
export type EventsByOrganization = ReadonlyMap<string, readonly TrailEvent[]>;

/** People whom organization is asked about at once; it refuses more. */
const maxUsers = 1_000;

/** The organizations of each of these people now, by one call for all of them. */
async function organizationsOf(
  userIds: readonly string[],
  organization: Client<typeof OrganizationService>,
): Promise<Map<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>();
  for (let start = 0; start < userIds.length; start += maxUsers) {
    const asked = { userIds: userIds.slice(start, start + maxUsers) };
    const { users } = await organization.listUserOrganizations(asked).catch((error: unknown) => {
      throw fromConnectError(error, 'organization');
    });
    for (const { userId, organizationIds } of users) found.set(userId, organizationIds);
  }
  return found;
}

/**
 * Whose trails the events belong to. What concerns a person is recorded in each organization that the person belongs to
 * now. Fails where organization does not answer: the events are delivered again, so nothing is lost.
 */
export async function byOrganization(
  events: readonly ReadEvent[],
  organization: Client<typeof OrganizationService>,
): Promise<EventsByOrganization> {
  const people = new Set(events.flatMap(({ about }) => ('userId' in about ? [about.userId] : [])));
  const known = await organizationsOf([...people], organization);
  const trails = new Map<string, TrailEvent[]>();
  for (const { event, about } of events) {
    const ids = 'organizationId' in about ? [about.organizationId] : (known.get(about.userId) ?? []);
    for (const id of ids) {
      const trail = trails.get(id);
      if (trail === undefined) trails.set(id, [event]);
      else trail.push(event);
    }
  }
  return trails;
}
