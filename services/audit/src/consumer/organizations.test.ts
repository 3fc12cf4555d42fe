import { create } from '@bufbuild/protobuf';
import { createClient, createRouterTransport } from '@connectrpc/connect';
import { EventSchema } from '@patchbay/contracts/patchbay/events/v1/event';
import { OrganizationService } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { byOrganization } from './organizations.ts';
import { type ReadEvent, readEvent } from './read-event.ts';

const eventAbout = (about: { organizationId: string } | { userId: string }): ReadEvent =>
  readEvent(
    create(EventSchema, {
      id: v7(),
      action: 'user.updated',
      occurredAt: { seconds: 1n },
      actor: { type: 'system' },
      target: { type: 'user', id: v7(), name: 'Ada' },
      ...about,
    }),
  );

/** A client of organization with these memberships; `asked` has the number of users of each call. */
function organizationWith(memberships: ReadonlyMap<string, string[]>) {
  const asked: number[] = [];
  const transport = createRouterTransport(({ service }) =>
    service(OrganizationService, {
      listUserOrganizations({ userIds }) {
        asked.push(userIds.length);
        return {
          users: userIds.map((userId) => ({ userId, organizationIds: memberships.get(userId) ?? [] })),
        };
      },
    }),
  );
  return { asked, client: createClient(OrganizationService, transport) };
}

describe('the trails that events belong to', () => {
  it('are those of all the organizations of a person, in the order of the events', async () => {
    const [ada, grace, one, two] = [v7(), v7(), v7(), v7()];
    const { asked, client } = organizationWith(
      new Map([
        [ada, [one, two]],
        [grace, [two]],
      ]),
    );
    const events = [
      eventAbout({ userId: ada }),
      eventAbout({ organizationId: two }),
      eventAbout({ userId: grace }),
      eventAbout({ userId: ada }),
      eventAbout({ userId: v7() }),
    ];
    const trails = await byOrganization(events, client);
    const [first, second, third, fourth] = events.map(({ event }) => event);
    expect(trails).toEqual(
      new Map([
        [one, [first, fourth]],
        [two, [first, second, third, fourth]],
      ]),
    );
    expect(asked).toEqual([3]);
  });

  it('are asked for by one call for a thousand people', async () => {
    const { asked, client } = organizationWith(new Map());
    await byOrganization(
      Array.from({ length: 2_500 }, () => eventAbout({ userId: v7() })),
      client,
    );
    expect(asked).toEqual([1_000, 1_000, 500]);
  });

  it('need no call where no event is about a person', async () => {
    const { asked, client } = organizationWith(new Map());
    const organizationId = v7();
    expect(await byOrganization([eventAbout({ organizationId })], client)).toHaveLength(1);
    expect(asked).toEqual([]);
  });
});
