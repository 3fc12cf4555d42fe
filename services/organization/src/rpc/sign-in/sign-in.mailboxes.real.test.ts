import type { Person } from '@patchbay/access/caller';
import { Role } from '@patchbay/contracts/patchbay/common/v1/role';
import { describe, expect, it } from 'vitest';
import { createTenant, type Tenant } from '../../tenant.fixture.ts';
import { asPerson, newDomain, personAt, sharedOrganization, signUpOf } from '../../test-bed.fixture.ts';
import { invitationActions } from '../invitations/invitations.fixture.ts';

const organization = await sharedOrganization();
const identity = organization.calledBy('identity');
const gateway = organization.calledBy('gateway');

describe('joining by a domain', () => {
  const { invitePerson, accept } = invitationActions(() => organization);

  const admitted = async ({ email }: Person) => (await identity.admitAddress({ email })).admitted;
  const remove = ({ slug, admin }: Tenant, { userId }: Person) =>
    gateway.removeMember({ organizationSlug: slug, userId }, asPerson(admin));
  /** Invites an address and signs it in, which then accepts. */
  const join = async (tenant: Tenant, person: Person) => {
    const invitation = await invitePerson(tenant, person, 'viewer');
    await identity.provisionUser(person);
    await accept(invitation, person);
  };
  /** The role that the first sign-in of the person leads to; undefined: none. */
  const roleAfterSignIn = async (tenant: Tenant, person: Person) => {
    await identity.provisionUser(person);
    return (await tenant.roles())[person.email];
  };

  it.each(['bob+1', '+'])(
    'an address with a tag (%s@) is not admitted and does not join by its domain',
    async (localPart) => {
      const tenant = await createTenant(organization);
      const bob = personAt(tenant.domain, localPart);
      expect(await admitted(bob)).toBe(false);
      expect(await roleAfterSignIn(tenant, bob)).toBeUndefined();
      expect(await tenant.trail()).toEqual([]);
    },
  );

  it('a removed person does not come back with a tag', async () => {
    const tenant = await createTenant(organization);
    const bob = personAt(tenant.domain, 'bob');
    expect(await roleAfterSignIn(tenant, bob)).toBe('member');
    await remove(tenant, bob);
    const again = personAt(tenant.domain, 'bob+1');
    expect([await admitted(again), await roleAfterSignIn(tenant, again)]).toEqual([false, undefined]);
    expect(await roleAfterSignIn(tenant, bob)).toBeUndefined();
  });

  it.each([false, true])(
    'an address does not join whose mailbox is in the organization under a tag (removed since: %s)',
    async (removed) => {
      const tenant = await createTenant(organization);
      const tagged = personAt(tenant.domain, 'bob+1');
      await join(tenant, tagged);
      if (removed) await remove(tenant, tagged);
      const bob = personAt(tenant.domain, 'bob');
      expect([await admitted(bob), await roleAfterSignIn(tenant, bob)]).toEqual([false, undefined]);
      expect(await tenant.roles()).toEqual({
        [tenant.admin.email]: 'admin',
        ...(!removed && { [tagged.email]: 'viewer' }),
      });
    },
  );

  it('the mailbox of a tagged address in another organization does not matter', async () => {
    const [tenant, other] = [await createTenant(organization), await createTenant(organization)];
    await join(other, personAt(tenant.domain, 'bob+1'));
    const bob = personAt(tenant.domain, 'bob');
    expect([await admitted(bob), await roleAfterSignIn(tenant, bob)]).toEqual([true, 'member']);
  });

  it('dots are part of a mailbox', async () => {
    const tenant = await createTenant(organization);
    const bob = personAt(tenant.domain, 'bob');
    await identity.provisionUser(bob);
    await remove(tenant, bob);
    const dotted = personAt(tenant.domain, 'b.ob');
    expect([await admitted(dotted), await roleAfterSignIn(tenant, dotted)]).toEqual([true, 'member']);
  });

  it('an invitation admits an address with a tag, also that of a removed person', async () => {
    const tenant = await createTenant(organization);
    const bob = personAt(tenant.domain, 'bob');
    await identity.provisionUser(bob);
    await remove(tenant, bob);
    const tagged = personAt(tenant.domain, 'bob+1');
    const invitation = await invitePerson(tenant, tagged, 'viewer');
    expect(await admitted(tagged)).toBe(true);
    expect(await roleAfterSignIn(tenant, tagged)).toBeUndefined();
    await accept(invitation, tagged);
    expect(await tenant.roles()).toMatchObject({ [tagged.email]: 'viewer' });
  });

  it('of a mailbox whose two addresses come at once, the one without the tag joins only if it is first', async () => {
    for (let round = 0; round < 10; round += 1) {
      const tenant = await createTenant(organization);
      const [bob, tagged] = [personAt(tenant.domain, 'bob'), personAt(tenant.domain, 'bob+1')];
      const invitation = await invitePerson(tenant, tagged, 'viewer');
      await identity.provisionUser(tagged);
      await Promise.all([
        accept(invitation, tagged),
        ...[bob, bob, tagged].map((person) => identity.provisionUser(person)),
      ]);
      const joined = (await tenant.trail()).filter(({ action }) => action === 'member.added');
      const order = joined.map(({ target }) => (target.id === bob.userId ? 'bob' : 'tagged'));
      expect([['tagged'], ['bob', 'tagged']]).toContainEqual(order);
    }
  });

  describe('the role of a domain', () => {
    const setRole = ({ slug, admin }: Tenant, role: 'viewer' | null) =>
      gateway.updateOrganization(
        {
          slug,
          joining:
            role === null
              ? { case: 'domainClosed', value: true }
              : { case: 'domainRole', value: Role.VIEWER },
        },
        asPerson(admin),
      );

    it('people join as viewers where the domain makes them that', async () => {
      const tenant = await createTenant(organization);
      await setRole(tenant, 'viewer');
      const bob = personAt(tenant.domain, 'bob');
      expect([await admitted(bob), await roleAfterSignIn(tenant, bob)]).toEqual([true, 'viewer']);
      expect((await tenant.trail()).at(-1)).toMatchObject({
        action: 'member.added',
        changes: { role: [null, 'viewer'] },
      });
    });

    it('nobody is admitted or joins by a domain that is closed; an invitation admits', async () => {
      const tenant = await createTenant(organization);
      await setRole(tenant, null);
      const bob = personAt(tenant.domain, 'bob');
      expect([await admitted(bob), await roleAfterSignIn(tenant, bob)]).toEqual([false, undefined]);
      await invitePerson(tenant, bob, 'member');
      expect(await admitted(bob)).toBe(true);
    });

    it.each([
      ['grace', 'viewer', 'viewer'],
      ['grace', null, undefined],
      ['grace+1', 'viewer', undefined],
    ] as const)(
      'a sign-up of %s@ whose domain was taken meanwhile leads to what the domain allows (%s)',
      async (localPart, domainRole, role) => {
        const domain = newDomain();
        const [ada, grace] = [personAt(domain), personAt(domain, localPart)];
        const { signUpId: parked } = await identity.parkSignUp(signUpOf(grace));
        const { signUpId } = await identity.parkSignUp(signUpOf(ada));
        await identity.provisionUser({ ...ada, signUpId });
        const { organizations } = await gateway.listOrganizations({}, asPerson(ada));
        await setRole({ slug: organizations[0]?.slug, admin: ada } as Tenant, domainRole);
        await identity.provisionUser({ ...grace, signUpId: parked });
        expect((await organization.rolesIn(domain))[grace.email]).toBe(role);
      },
    );
  });

  it('a sign-in that does not prove the address does not join; the next one that does, joins', async () => {
    const tenant = await createTenant(organization);
    const bob = personAt(tenant.domain, 'bob');
    await identity.provisionUser({ ...bob, addressUnproven: true });
    // No request joins, only a sign-in.
    expect((await gateway.listOrganizations({}, asPerson(bob))).organizations).toEqual([]);
    expect((await organization.invitations.listMyInvitations({}, asPerson(bob))).invitations).toEqual([]);
    const other = await createTenant(organization);
    await accept(await invitePerson(other, bob, 'viewer'), bob);
    expect(await tenant.roles()).not.toHaveProperty(bob.email);
    expect(await roleAfterSignIn(tenant, bob)).toBe('member');
  });
});
