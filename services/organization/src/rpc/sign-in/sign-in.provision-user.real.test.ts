import { timestampDate } from '@bufbuild/protobuf/wkt';
import type { Person } from '@patchbay/access/caller';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { newDomain, personAt, sharedOrganization, signUpOf } from '../../test-bed.fixture.ts';

const organization = await sharedOrganization();
const identity = organization.calledBy('identity');

interface OrganizationRow {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
}

describe('provisionUser', () => {
  const organizationsOf = async (domain: string): Promise<OrganizationRow[]> => {
    const text = 'select id, slug, name from organizations where domain = $1';
    return (await organization.db.pool.query<OrganizationRow>(text, [domain])).rows;
  };
  const theOrganizationOf = async (domain: string): Promise<OrganizationRow> => {
    const [first, ...others] = await organizationsOf(domain);
    if (first === undefined || others.length > 0) throw new Error(`${domain} has not one organization`);
    return first;
  };
  /** Action, actor and target of each event about an organization, in order. */
  const trailOf = async (organizationId: string) =>
    (await organization.eventsOf(organizationId)).map(({ action, actor, target }) => [
      action,
      actor?.email,
      target?.id,
    ]);
  /** Signs the person up, and returns them with the id of the sign-up: the request of a sign-in that comes from it. */
  const signedUp = async (person: Person, slug?: string): Promise<Person & { signUpId: string }> => {
    const { signUpId } = await identity.parkSignUp(signUpOf(person, slug));
    return { ...person, signUpId };
  };
  const foundOrganization = async (person: Person, slug?: string): Promise<OrganizationRow> => {
    await identity.provisionUser(await signedUp(person, slug));
    return theOrganizationOf(person.email.slice(person.email.indexOf('@') + 1));
  };

  it('a sign-in from a parked sign-up creates the organization, with the person as its admin', async () => {
    const domain = newDomain();
    const ada = personAt(domain);
    const signUp = signUpOf(ada);
    const { signUpId } = await identity.parkSignUp(signUp);
    await identity.provisionUser({ ...ada, signUpId });

    const { id, slug, name } = await theOrganizationOf(domain);
    expect({ slug, name }).toEqual({ slug: signUp.organizationSlug, name: 'Acme' });
    expect(await organization.rolesIn(domain)).toEqual({ [ada.email]: 'admin' });
    expect(await organization.eventsOf(id)).toMatchObject([
      {
        action: 'organization.created',
        organizationId: id,
        actor: { type: 'user', id: ada.userId, email: ada.email, name: ada.name },
        target: { type: 'organization', id, name: 'Acme' },
        changes: [{ field: 'slug' }, { field: 'name' }, { field: 'domain' }],
      },
      {
        action: 'member.added',
        organizationId: id,
        actor: { type: 'user', id: ada.userId },
        target: { type: 'member', id: ada.userId, name: ada.name },
        metadata: { email: ada.email, by: 'sign_up' },
      },
    ]);
  });

  it('a sign-in that is rolled back leaves nothing, and succeeds when it is repeated', async () => {
    const domain = newDomain();
    const ada = await signedUp(personAt(domain));
    const { pool } = organization.db;
    await organization.asOwner(
      `alter table outbox add constraint full_disk check (payload is null) not valid`,
    );
    try {
      await expect(identity.provisionUser(ada)).rejects.toMatchObject({ code: 'internal' });
    } finally {
      await organization.asOwner('alter table outbox drop constraint full_disk');
    }
    expect(await organizationsOf(domain)).toEqual([]);
    expect((await pool.query('select from people where email = $1', [ada.email])).rows).toEqual([]);

    await identity.provisionUser(ada);
    const { id } = await theOrganizationOf(domain);
    expect(await trailOf(id)).toHaveLength(2);
  });

  it('the newest name of a person is stored, in whatever order sign-ins arrive', async () => {
    const ada = personAt(newDomain());
    const nameAfter = async (name: string, version: number) => {
      await identity.provisionUser({ ...ada, name, version });
      const text = 'select name from people where user_id = $1';
      return (await organization.db.pool.query<{ name: string }>(text, [ada.userId])).rows[0]?.name;
    };
    expect(await nameAfter('Ada', 1)).toBe('Ada');
    expect(await nameAfter('Countess', 3)).toBe('Countess');
    expect(await nameAfter('Ada King', 2)).toBe('Countess');
    expect(await nameAfter('Ada', 1)).toBe('Countess');
    expect(await nameAfter('Lady Lovelace', 4)).toBe('Lady Lovelace');
  });

  it('the answer says since when the newest membership exists, also for a repeated sign-in', async () => {
    const domain = newDomain();
    await foundOrganization(personAt(domain));
    const grace = personAt(domain, 'grace');
    const { memberSince } = await identity.provisionUser(grace);
    const { rows } = await organization.db.pool.query<{ began_at: Date }>(
      'select began_at from membership_periods where user_id = $1',
      [grace.userId],
    );
    expect(rows.map(({ began_at }) => began_at)).toEqual([memberSince && timestampDate(memberSince)]);
    expect((await identity.provisionUser(grace)).memberSince).toEqual(memberSince);
  });

  it('a person whose domain belongs to an organization becomes a member, and keeps a role they have', async () => {
    const domain = newDomain();
    const [ada, grace] = [personAt(domain), personAt(domain, 'grace')];
    const { id } = await foundOrganization(ada);
    await identity.provisionUser(grace);
    expect(await organization.rolesIn(domain)).toEqual({ [ada.email]: 'admin', [grace.email]: 'member' });
    const events = await organization.eventsOf(id);
    expect(events.slice(2)).toMatchObject([
      { action: 'member.added', actor: { id: grace.userId }, metadata: { email: grace.email, by: 'domain' } },
    ]);

    await organization.db.pool.query(`update members set role = 'viewer' where user_id = $1`, [grace.userId]);
    await identity.provisionUser(grace);
    expect(await organization.rolesIn(domain)).toMatchObject({ [grace.email]: 'viewer' });
    expect(await trailOf(id)).toHaveLength(3);
  });

  it('a person without a sign-up and without a known domain becomes a member of nothing', async () => {
    const ada = personAt(newDomain());
    await identity.provisionUser(ada);
    expect((await identity.provisionUser(ada)).memberSince).toBeUndefined();
    const text = 'select from membership_periods where user_id = $1';
    expect((await organization.db.pool.query(text, [ada.userId])).rows).toEqual([]);
  });

  describe('sign-ups that a session does not come from', () => {
    const isParked = async (email: string): Promise<boolean> => {
      const text = 'select from parked_sign_ups where email = $1';
      return (await organization.db.pool.query(text, [email])).rows.length === 1;
    };

    it.each([
      ['does not come from it', async () => ({})],
      ['comes from another sign-up', async () => ({ signUpId: v7() })],
      ['names it by something that is no id', async () => ({ signUpId: 'sign-up' })],
      [
        'comes from the sign-up that it has replaced',
        async (person: Person) => {
          const { signUpId } = await signedUp(person);
          await signedUp(person);
          return { signUpId };
        },
      ],
    ])('a sign-up stays parked and creates nothing if the session %s', async (_, comesFrom) => {
      const domain = newDomain();
      const ada = personAt(domain);
      await signedUp(ada);
      await identity.provisionUser({ ...ada, ...(await comesFrom(ada)) });
      expect(await organizationsOf(domain)).toEqual([]);
      expect(await isParked(ada.email)).toBe(true);
    });

    it('a sign-up stays parked and creates nothing if the session comes from the sign-up of another address', async () => {
      const [domain, otherDomain] = [newDomain(), newDomain()];
      const [ada, eve] = [personAt(domain), personAt(otherDomain)];
      await signedUp(ada);
      const { signUpId } = await signedUp(eve);
      await identity.provisionUser({ ...ada, signUpId });
      expect([...(await organizationsOf(domain)), ...(await organizationsOf(otherDomain))]).toEqual([]);
      expect([await isParked(ada.email), await isParked(eve.email)]).toEqual([true, true]);
    });
  });

  it('a sign-up that has expired creates nothing', async () => {
    const domain = newDomain();
    const ada = await signedUp(personAt(domain));
    await organization.clock.jump(24 * 3_600_000);
    await identity.provisionUser(ada);
    expect(await organizationsOf(domain)).toEqual([]);
  });

  it('a person whose domain was taken meanwhile becomes a member there, and the sign-up is deleted', async () => {
    const domain = newDomain();
    const [ada, grace] = [personAt(domain), await signedUp(personAt(domain, 'grace'))];
    const { id } = await foundOrganization(ada);
    await identity.provisionUser(grace);
    expect((await theOrganizationOf(domain)).id).toBe(id);
    expect(await organization.rolesIn(domain)).toEqual({ [ada.email]: 'admin', [grace.email]: 'member' });
    const { rows } = await organization.db.pool.query('select from parked_sign_ups where email = $1', [
      grace.email,
    ]);
    expect(rows).toEqual([]);
  });

  describe('concurrent sign-ins', () => {
    it('concurrent first sign-ins of one person create one organization, one membership and one event each', async () => {
      for (let round = 0; round < 3; round += 1) {
        const domain = newDomain();
        const ada = await signedUp(personAt(domain));
        await Promise.all(Array.from({ length: 20 }, () => identity.provisionUser(ada)));
        const { id } = await theOrganizationOf(domain);
        expect(await organization.rolesIn(domain)).toEqual({ [ada.email]: 'admin' });
        expect(await trailOf(id)).toEqual([
          ['organization.created', ada.email, id],
          ['member.added', ada.email, ada.userId],
        ]);
      }
    });

    it('concurrent sign-ups of one domain create one organization with one admin', async () => {
      const domain = newDomain();
      const people = await Promise.all(
        Array.from({ length: 10 }, (_, index) => signedUp(personAt(domain, `person${index}`))),
      );
      await Promise.all(people.map((person) => identity.provisionUser(person)));
      const { id } = await theOrganizationOf(domain);
      const roles = Object.values(await organization.rolesIn(domain));
      expect(roles.toSorted()).toEqual(['admin', ...people.slice(1).map(() => 'member')]);
      const actions = (await trailOf(id)).map(([action]) => action);
      expect(actions).toEqual(['organization.created', ...people.map(() => 'member.added')]);
    });

    it('ten concurrent sign-ups of different domains with the same slug get ten different slugs', async () => {
      const slug = `popular-${v7()}`;
      const people = await Promise.all(
        Array.from({ length: 10 }, () => signedUp(personAt(newDomain()), slug)),
      );
      await Promise.all(people.map((person) => identity.provisionUser(person)));
      const slugs = await Promise.all(
        people.map(async ({ email }) => (await theOrganizationOf(email.slice(4))).slug),
      );
      const numbered = people.slice(1).map((_, index) => `${slug}-${index + 2}`);
      expect(slugs.toSorted()).toEqual([slug, ...numbered].toSorted());
    });
  });
});
