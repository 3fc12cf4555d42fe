import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { Client } from '@connectrpc/connect';
import type { OrganizationService } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import { fromConnectError } from '@patchbay/errors/connect';
import { unavailable } from '@patchbay/errors/failure';
import type { TrailEvent } from '../domain/entry.ts';
import type { ReadEvent } from './read-event.ts';

/** By organization id: the events for its trail, in the order of delivery. */
export type EventsByOrganization = ReadonlyMap<string, readonly TrailEvent[]>;

interface UserMoment {
  readonly userId: string;
  readonly moment: Date;
}

/** Moments per call; organization refuses more. */
const maxMoments = 1_000;

/** For each moment, in order: the ids of the organizations whose member the user was. One call for every 1,000 moments. */
async function organizationsAt(
  moments: readonly UserMoment[],
  organization: Client<typeof OrganizationService>,
): Promise<(readonly string[])[]> {
  const organizationIds: (readonly string[])[] = [];
  for (let start = 0; start < moments.length; start += maxMoments) {
    const asked = moments.slice(start, start + maxMoments);
    const request = {
      moments: asked.map(({ userId, moment }) => ({ userId, moment: timestampFromDate(moment) })),
    };
    const { users } = await organization.listUserOrganizations(request).catch((error: unknown) => {
      throw fromConnectError(error, 'organization');
    });
    // An answer is matched by its position: a short one would drop events.
    if (users.length !== asked.length) {
      throw unavailable(`organization answered ${users.length} of ${asked.length} moments`);
    }
    for (const user of users) organizationIds.push(user.organizationIds);
  }
  return organizationIds;
}

/**
 * Maximum of entries that one transaction inserts: about a second of work, and a transaction may take ten. A batch of 200 events
 * about a person in 300 organizations makes 60,000 entries.
 */
const maxEntriesPerPart = 5_000;

export interface GroupingOptions {
  /** Maximum of entries of a part. Default 5,000. */
  readonly maxEntries?: number;
}

export interface Grouped {
  /** One in the ordinary case, none without entries. */
  readonly parts: readonly EventsByOrganization[];
  /** About a person who was a member of no organization at that time: no trail records them. */
  readonly withoutTrail: readonly TrailEvent[];
}

/**
 * Groups events by the trails that record them. An event about a person goes to each organization that the person was a
 * member of when it happened. Rejects if organization is unreachable: the events are then delivered again.
 *
 * More than `maxEntries` entries are split in the order of the events: recording the parts one after the other keeps the order
 * within each trail.
 */
export async function byOrganization(
  events: readonly ReadEvent[],
  organization: Client<typeof OrganizationService>,
  { maxEntries = maxEntriesPerPart }: GroupingOptions = {},
): Promise<Grouped> {
  const moments = events.flatMap(({ event, about }) =>
    'userId' in about ? [{ userId: about.userId, moment: event.occurredAt }] : [],
  );
  const memberships = (await organizationsAt(moments, organization)).values();
  const parts: Map<string, TrailEvent[]>[] = [];
  const withoutTrail: TrailEvent[] = [];
  let part = new Map<string, TrailEvent[]>();
  let entries = 0;
  for (const { event, about } of events) {
    const ids = 'organizationId' in about ? [about.organizationId] : (memberships.next().value ?? []);
    if (ids.length === 0) withoutTrail.push(event);
    for (const id of ids) {
      if (entries % maxEntries === 0) {
        part = new Map();
        parts.push(part);
      }
      entries += 1;
      const trail = part.get(id);
      if (trail === undefined) part.set(id, [event]);
      else trail.push(event);
    }
  }
  return { parts, withoutTrail };
}
