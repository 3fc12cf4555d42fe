import { toBinary } from '@bufbuild/protobuf';
import type { Person } from '@patchbay/access/caller';
import { EventSchema } from '@patchbay/contracts/patchbay/events/v1/event';
import { toEvent } from '@patchbay/events/envelope';
import { userContext } from '@patchbay/testing/callers';
import { describe, expect, it } from 'vitest';
import { createTenant, newcomer } from '../tenant.fixture.ts';
import { asPerson, sharedOrganization } from '../test-bed.fixture.ts';

const organization = await sharedOrganization();

/** The message that identity publishes when a person changes their name. */
const updated = (person: Person, name: string, version: number) => {
  const { userId, email } = person;
  const event = toEvent(
    {
      action: 'user.updated',
      about: { userId },
      target: { type: 'user', id: userId, name },
      changes: [{ field: 'name', before: person.name, after: name }],
      user: { id: userId, email, name, version },
    },
    userContext(person),
  );
  return { key: userId, value: toBinary(EventSchema, event), headers: {} };
};

describe('the consumer of people', () => {
  const publish = (...messages: ReturnType<typeof updated>[]) => organization.publish('identity', messages);
  const peopleNamed = async (name: string) => {
    const text = 'select user_id as "userId", email, name from people where name = $1';
    return (await organization.db.pool.query<Person>(text, [name])).rows;
  };

  it("the newest of several names in identity's events is stored", async () => {
    const { slug, admin, person } = await createTenant(organization);
    const grace = await person('member', 'Grace');
    await publish(
      updated(grace, 'Amazing Grace', 2),
      updated(admin, 'Ada King', 2),
      updated(grace, 'Rear Admiral', 3),
    );
    const { members } = await organization
      .calledBy('gateway')
      .listMembers({ organizationSlug: slug }, asPerson(admin));
    expect(members.map(({ name }) => name)).toEqual(['Ada King', 'Rear Admiral']);
  });

  it('a repeated event changes nothing', async () => {
    const grace = await newcomer(organization);
    await publish(updated(grace, 'Once', 2));
    const writer = async () => {
      const text = 'select xmin::text as writer from people where user_id = $1';
      return (await organization.db.pool.query(text, [grace.userId])).rows;
    };
    const before = await writer();
    await publish(updated(grace, 'Once', 2));
    expect(await writer()).toEqual(before);
    expect(await peopleNamed('Once')).toEqual([{ ...grace, name: 'Once' }]);
  });

  it('an older version of a person never replaces a newer one, in one batch or in several', async () => {
    const grace = await newcomer(organization);
    const [second, third, fourth] = [
      updated(grace, 'Commander', 2),
      updated(grace, 'Captain', 3),
      updated(grace, 'Commodore', 4),
    ];
    await publish(third, second);
    expect(await peopleNamed('Captain')).toHaveLength(1);
    await publish(fourth);
    await publish(second);
    await publish(second, third);
    expect(await peopleNamed('Commodore')).toEqual([{ ...grace, name: 'Commodore' }]);
  });

  it('a sign-in that overlaps a rename ends with the new name, in either order', async () => {
    const identity = organization.calledBy('identity');
    for (const order of ['sign-in last', 'event last'] as const) {
      const grace = await newcomer(organization);
      const steps = [
        () => publish(updated(grace, order, 2)),
        () => identity.provisionUser({ ...grace, version: 1 }),
      ];
      for (const step of order === 'sign-in last' ? steps : steps.toReversed()) await step();
      expect(await peopleNamed(order)).toEqual([{ ...grace, name: order }]);
    }
  });

  it('events about unknown people insert nobody, and other events are ignored', async () => {
    const stranger = { userId: '01900000-0000-7000-8000-000000000000', email: 'no@body.example', name: '' };
    await publish(updated(stranger, 'Stranger', 2));
    const signedIn = toEvent(
      {
        action: 'user.signed_in',
        about: { userId: stranger.userId },
        target: { type: 'user', id: stranger.userId, name: 'Stranger' },
      },
      userContext(stranger),
    );
    await publish({ key: stranger.userId, value: toBinary(EventSchema, signedIn), headers: {} });
    expect(await peopleNamed('Stranger')).toEqual([]);
  });

  it('an event without a person is parked, and the events beside it are applied', async () => {
    const grace = await newcomer(organization);
    await publish(updated({ ...grace, userId: 'nobody' }, 'Nobody', 2), updated(grace, 'Somebody', 2));
    expect(await peopleNamed('Somebody')).toHaveLength(1);
  });
});
