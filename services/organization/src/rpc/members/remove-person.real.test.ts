import type { Person } from '@patchbay/access/caller';
import { Role } from '@patchbay/contracts/patchbay/common/v1/role';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { keyActions } from '../../api-keys.fixture.ts';
import { createTenant, newcomer, outcomesOf, type Tenant } from '../../tenant.fixture.ts';
import { asPerson, personAt, sharedOrganization } from '../../test-bed.fixture.ts';

const organization = await sharedOrganization();

describe('removePerson', () => {
  const { mint, authenticate } = keyActions(() => organization);

  const identity = () => organization.calledBy('identity');
  const remove = (person: Person) => identity().removePerson({}, organization.passedOnByIdentity(person));
  const join = ({ id }: Tenant, { userId }: Person, role: string) =>
    organization.db.pool.query(
      'insert into members (id, organization_id, user_id, role) values ($1, $2, $3, $4::role)',
      [v7(), id, userId, role],
    );
  const rowOf = async ({ userId }: Person) =>
    (await organization.db.pool.query('select * from people where user_id = $1', [userId])).rows[0];

  it('a person leaves every organization, is forgotten, and an event dated by the answer counts in all of them', async () => {
    const [one, other] = [await createTenant(organization), await createTenant(organization)];
    const person = await one.person('admin', 'Grace Hopper');
    await join(other, person, 'viewer');
    const personal = await mint(one, { level: 'user', by: person });
    const shared = await mint(one, { level: 'organization', role: 'viewer', by: person });
    const path = await one.workspace();
    await organization.workspaces.watchWorkspace(path, asPerson(person));
    await Promise.all([one.trail(), other.trail()]);
    const { memberUntil } = await remove(person);
    expect(await one.trail()).toMatchObject([
      {
        action: 'member.removed',
        actor: person.userId,
        target: { id: person.userId, name: 'Grace Hopper' },
        metadata: {
          email: person.email,
          reason: 'account_deleted',
          organizationKeys: [{ prefix: shared.prefix }],
        },
      },
      { action: 'api_key.revoked', target: { id: personal.id } },
    ]);
    expect((await other.trail()).map(({ action }) => action)).toEqual(['member.removed']);
    await expect(authenticate(personal.secret)).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(await authenticate(shared.secret)).toMatchObject({
      creatorName: 'Deleted person',
      creatorEmail: `${person.userId}@deleted.invalid`,
    });
    expect(JSON.stringify(await rowOf(person))).not.toMatch(/Grace|company/);
    if (memberUntil === undefined) throw new Error('no moment was answered');
    const { users } = await organization
      .calledBy('audit')
      .listUserOrganizations({ moments: [{ userId: person.userId, moment: memberUntil }] });
    expect(users[0]?.organizationIds.toSorted()).toEqual([one.id, other.id].toSorted());
    expect(await remove(person)).toMatchObject({ memberUntil });
    expect(await one.trail()).toEqual([]);
  });

  it('the last admin of an open organization is refused with its name, and nothing has changed', async () => {
    const [one, other] = [await createTenant(organization), await createTenant(organization)];
    await join(other, one.admin, 'member');
    await expect(remove(one.admin)).rejects.toMatchObject({
      code: 'conflict',
      publicText: `You are the last admin of Acme (${one.slug}). Make another member an admin first, or delete the organization.`,
    });
    expect(await other.roles()).toHaveProperty([one.admin.email], 'member');
    expect(await rowOf(one.admin)).toMatchObject({ email: one.admin.email, removed_at: null });
    await organization.calledBy('gateway').deleteOrganization({ slug: one.slug }, asPerson(one.admin));
    await remove(one.admin);
    expect(await one.roles()).toEqual({});
  });

  it('of two admins who delete their accounts at once one stays, also where they share two organizations', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, other] = [await createTenant(organization), await createTenant(organization)];
      await join(one, other.admin, 'admin');
      await join(other, one.admin, 'admin');
      expect(await outcomesOf([remove(one.admin), remove(other.admin)])).toEqual({ ok: 1, conflict: 1 });
      for (const tenant of [one, other]) expect(Object.values(await tenant.roles())).toEqual(['admin']);
    }
  });

  it('a removed person joins nothing any more: not by an invitation in flight, a late event or a late sign-in', async () => {
    const tenant = await createTenant(organization);
    const person = await newcomer(organization);
    const { invitation } = await organization.invitations.createInvitation(
      { organizationSlug: tenant.slug, email: person.email, role: Role.MEMBER },
      asPerson(tenant.admin),
    );
    await remove(person);
    await expect(
      organization.invitations.acceptInvitation({ invitationId: invitation?.id ?? '' }, asPerson(person)),
    ).rejects.toMatchObject({ code: 'conflict', publicText: 'This account is being deleted.' });
    await identity().provisionUser({ ...person, version: 7 });
    expect(await rowOf(person)).toMatchObject({ name: 'Deleted person' });
  });

  it('the mailbox of a removed member does not join by the domain after its account was deleted, whatever its tag', async () => {
    const tenant = await createTenant(organization);
    const gone = personAt(tenant.domain, 'grace');
    await identity().provisionUser(gone);
    expect(await tenant.roles()).toHaveProperty([gone.email]);
    await organization
      .calledBy('gateway')
      .removeMember({ organizationSlug: tenant.slug, userId: gone.userId }, asPerson(tenant.admin));
    await remove(gone);
    expect(await identity().admitAddress({ email: gone.email })).toMatchObject({ admitted: false });
    const again = { ...personAt(tenant.domain, 'grace'), name: 'Grace again' };
    await identity().provisionUser(again);
    expect(await tenant.roles()).not.toHaveProperty([again.email]);
    expect(await rowOf(again)).toMatchObject({ email: gone.email, name: 'Grace again' });
    const colleague = personAt(tenant.domain, 'hedy');
    await identity().provisionUser(colleague);
    expect(await tenant.roles()).toHaveProperty([colleague.email]);
  });

  it('somebody whom organization has never heard of is removed without an effect', async () => {
    expect((await remove(personAt('nowhere.example'))).memberUntil).toBeUndefined();
  });
});
