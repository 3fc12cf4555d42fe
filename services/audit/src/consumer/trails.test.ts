import { create } from '@bufbuild/protobuf';
import { timestampDate, timestampFromDate } from '@bufbuild/protobuf/wkt';
import { createClient, createRouterTransport } from '@connectrpc/connect';
import { EventSchema } from '@patchbay/contracts/patchbay/events/v1/event';
import {
  OrganizationService,
  type UserMoment,
} from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { type ReadEvent, readEvent } from './read-event.ts';
import { byOrganization } from './trails.ts';

const change = new Date('2026-11-15T10:00:00.250Z');
const justBefore = new Date(change.getTime() - 1);

const eventAbout = (
  about: { organizationId: string } | { userId: string },
  occurredAt: Date = change,
): ReadEvent =>
  readEvent(
    create(EventSchema, {
      id: v7(),
      action: 'user.updated',
      occurredAt: timestampFromDate(occurredAt),
      actor: { type: 'system' },
      target: { type: 'user', id: v7(), name: 'Ada' },
      ...about,
    }),
    change,
  );

/** A client of organization that answers each moment by `idsOf`; `asked` has the number of moments of each call. */
function organizationThat(idsOf: (userId: string, moment: Date) => string[]) {
  const asked: number[] = [];
  const answer = ({ userId, moment }: UserMoment) => {
    if (moment === undefined) throw new Error('no moment');
    return { userId, organizationIds: idsOf(userId, timestampDate(moment)) };
  };
  const transport = createRouterTransport(({ service }) =>
    service(OrganizationService, {
      listUserOrganizations({ moments }) {
        asked.push(moments.length);
        return { users: moments.map(answer) };
      },
    }),
  );
  return { asked, client: createClient(OrganizationService, transport) };
}

const partsOf = async (...given: Parameters<typeof byOrganization>) => (await byOrganization(...given)).parts;

describe('the trails that events belong to', () => {
  it('an event about a person goes to the trail of each of their organizations, in order', async () => {
    const [ada, grace, one, two] = [v7(), v7(), v7(), v7()];
    const memberships = new Map([
      [ada, [one, two]],
      [grace, [two]],
    ]);
    const { asked, client } = organizationThat((userId) => memberships.get(userId) ?? []);
    const events = [
      eventAbout({ userId: ada }),
      eventAbout({ organizationId: two }),
      eventAbout({ userId: grace }),
      eventAbout({ userId: ada }),
      eventAbout({ userId: v7() }),
    ];
    const { parts, withoutTrail } = await byOrganization(events, client);
    const [first, second, third, fourth, fifth] = events.map(({ event }) => event);
    expect(parts).toEqual([
      new Map([
        [one, [first, fourth]],
        [two, [first, second, third, fourth]],
      ]),
    ]);
    expect(withoutTrail).toEqual([fifth]);
    expect(asked).toEqual([4]);
  });

  it('an event about a person goes to the organizations of its own time, also within one batch', async () => {
    const [ada, left, joined] = [v7(), v7(), v7()];
    const { client } = organizationThat((_, moment) => (moment < change ? [left] : [joined]));
    const events = [eventAbout({ userId: ada }, justBefore), eventAbout({ userId: ada }, change)];
    const [before, after] = events.map(({ event }) => event);
    expect(await partsOf(events, client)).toEqual([
      new Map([
        [left, [before]],
        [joined, [after]],
      ]),
    ]);
  });

  it('entries above the maximum of a transaction are split into parts, in the order of the events', async () => {
    const [ada, one, two, three] = [v7(), v7(), v7(), v7()];
    const { client } = organizationThat(() => [one, two, three]);
    const events = [
      eventAbout({ userId: ada }),
      eventAbout({ organizationId: two }),
      eventAbout({ userId: ada }),
    ];
    const [first, second, third] = events.map(({ event }) => event);
    expect(await partsOf(events, client, { maxEntries: 2 })).toEqual([
      new Map([
        [one, [first]],
        [two, [first]],
      ]),
      new Map([
        [three, [first]],
        [two, [second]],
      ]),
      new Map([
        [one, [third]],
        [two, [third]],
      ]),
      new Map([[three, [third]]]),
    ]);
    expect(await partsOf(events, client, { maxEntries: 7 })).toHaveLength(1);
    expect(await partsOf(Array(12).fill(events[1]), client, { maxEntries: 5 })).toEqual(
      [5, 5, 2].map((length) => new Map([[two, Array(length).fill(second)]])),
    );
  });

  it('memberships are asked for by one call per 1,000 moments', async () => {
    const { asked, client } = organizationThat(() => []);
    await byOrganization(
      Array.from({ length: 2_500 }, () => eventAbout({ userId: v7() })),
      client,
    );
    expect(asked).toEqual([1_000, 1_000, 500]);
  });

  it('no call is made without an event about a person', async () => {
    const { asked, client } = organizationThat(() => []);
    const organizationId = v7();
    const given = eventAbout({ organizationId });
    expect(await partsOf([given], client)).toEqual([new Map([[organizationId, [given.event]]])]);
    expect(asked).toEqual([]);
  });

  it('an answer with too few memberships is a failure', async () => {
    const transport = createRouterTransport(({ service }) =>
      service(OrganizationService, { listUserOrganizations: () => ({ users: [] }) }),
    );
    const trails = byOrganization(
      [eventAbout({ userId: v7() })],
      createClient(OrganizationService, transport),
    );
    await expect(trails).rejects.toMatchObject({ code: 'unavailable' });
  });
});
