import type { Person } from '@patchbay/access/caller';
import { Role } from '@patchbay/contracts/patchbay/common/v1/role';
import type { Invitation } from '@patchbay/contracts/patchbay/organization/v1/invitation_service';
import { describe, expect, it } from 'vitest';
import { createTenant, newcomer, outcomesOf, type Tenant } from '../../tenant.fixture.ts';
import { asPerson, personAt, sharedOrganization } from '../../test-bed.fixture.ts';
import { invitationActions } from './invitations.fixture.ts';

const organization = await sharedOrganization();
const { invitations } = organization;

describe('acceptInvitation', () => {
  const { invitePerson, accept, decline } = invitationActions(() => organization);

  const assignedIn = async ({ id }: Tenant) => {
    const { rows } = await organization.db.pool.query<{ slug: string; email: string; role: string }>(
      `select w.slug, p.email, a.role from assignments a join workspaces w on w.id = a.workspace_id
       join people p using (user_id) where a.organization_id = $1`,
      [id],
    );
    return Object.fromEntries(rows.map(({ slug, email, role }) => [`${slug} ${email}`, role]));
  };

  it('accepting an invitation makes the invited address a member and records it', async () => {
    const tenant = await createTenant(organization);
    const ada = await newcomer(organization, 'Ada');
    const invitation = await invitePerson(tenant, ada, 'viewer');
    await tenant.trail();
    expect(await accept(invitation, ada)).toMatchObject({
      invitation: { id: invitation.id, status: 'accepted', role: Role.VIEWER },
    });
    expect(await tenant.roles()).toMatchObject({ [ada.email]: 'viewer' });
    expect(await tenant.trail()).toEqual([
      {
        action: 'invitation.accepted',
        actor: ada.userId,
        workspace: undefined,
        target: { type: 'invitation', id: invitation.id, name: ada.email },
        changes: { status: ['pending', 'accepted'] },
        metadata: {},
      },
      {
        action: 'member.added',
        actor: ada.userId,
        workspace: undefined,
        target: { type: 'member', id: ada.userId, name: 'Ada' },
        changes: { role: [null, 'viewer'] },
        metadata: { email: ada.email, by: 'invitation' },
      },
    ]);
  });

  it('accepting an invitation raises a role and never lowers one', async () => {
    const tenant = await createTenant(organization);
    const [guest, viewer] = [await tenant.person('guest'), await tenant.person('viewer')];
    const [toGuest, toViewer] = [
      await invitePerson(tenant, guest, 'member'),
      await invitePerson(tenant, viewer, 'member'),
    ];
    await organization.db.pool.query(`update members set role = 'admin' where user_id = $1`, [viewer.userId]);
    await tenant.trail();
    await accept(toGuest, guest);
    await accept(toViewer, viewer);
    expect(await tenant.roles()).toMatchObject({ [guest.email]: 'member', [viewer.email]: 'admin' });
    expect((await tenant.trail()).map(({ action, changes }) => [action, changes['role']])).toEqual([
      ['invitation.accepted', undefined],
      ['member.role_changed', ['guest', 'member']],
      ['invitation.accepted', undefined],
    ]);
  });

  it('accepting an invitation into a workspace makes a stranger a guest who is assigned to it', async () => {
    const tenant = await createTenant(organization);
    const ada = await newcomer(organization);
    const invitation = await invitePerson(tenant, ada, 'member', { into: await tenant.workspace('spring') });
    await tenant.trail();
    expect(await accept(invitation, ada)).toMatchObject({
      invitation: { role: Role.GUEST, workspace: { role: Role.MEMBER } },
    });
    expect(await tenant.roles()).toMatchObject({ [ada.email]: 'guest' });
    expect(await assignedIn(tenant)).toEqual({ [`spring ${ada.email}`]: 'member' });
    expect((await tenant.trail()).map(({ action, workspace }) => [action, workspace])).toEqual([
      ['invitation.accepted', 'spring'],
      ['member.added', undefined],
      ['workspace_member.added', 'spring'],
    ]);
  });

  it('accepting an invitation brings back a person who left, which their domain alone does not', async () => {
    const tenant = await createTenant(organization);
    const identity = organization.calledBy('identity');
    const gateway = organization.calledBy('gateway');
    const grace = personAt(tenant.domain, 'grace');
    await identity.provisionUser(grace);
    const leave = () =>
      gateway.removeMember({ organizationSlug: tenant.slug, userId: grace.userId }, asPerson(grace));
    await leave();
    await accept(await invitePerson(tenant, grace, 'viewer'), grace);
    expect(await tenant.roles()).toMatchObject({ [grace.email]: 'viewer' });
    await leave();
    await identity.provisionUser(grace);
    expect(await tenant.roles()).not.toHaveProperty([grace.email]);
  });

  it('an invitation that is accepted many times at once takes effect once', async () => {
    const tenant = await createTenant(organization);
    const ada = await newcomer(organization);
    const invitation = await invitePerson(tenant, ada, 'member');
    await tenant.trail();
    const answers = Array.from({ length: 20 }, (_, index) =>
      index % 2 === 0 ? accept(invitation, ada) : decline(invitation, ada),
    );
    expect(await outcomesOf(answers)).toEqual({ ok: 1, conflict: 19 });
    const actions = (await tenant.trail()).map(({ action }) => action);
    expect([['invitation.accepted', 'member.added'], ['invitation.declined']]).toContainEqual(actions);
  });

  it('an invitation can be accepted only while its inviter may invite', async () => {
    const tenant = await createTenant(organization);
    const { slug: organizationSlug, admin } = tenant;
    const gateway = organization.calledBy('gateway');
    const spring = await tenant.workspace('spring');
    const [demoted, removed, unassigned] = [
      await tenant.person('admin', 'Grace'),
      await tenant.person('admin', 'Grace'),
      await tenant.person('guest', 'Grace'),
    ];
    await tenant.assign(unassigned, spring, 'admin');
    const people = [await newcomer(organization), await newcomer(organization), await newcomer(organization)];
    const [ada, linus, alan] = people as [Person, Person, Person];
    const pending = [
      await invitePerson(tenant, ada, 'member', { by: demoted }),
      await invitePerson(tenant, linus, 'member', { by: removed }),
      await invitePerson(tenant, alan, 'viewer', { by: unassigned, into: spring }),
    ];
    const demotion = { organizationSlug, userId: demoted.userId, role: Role.MEMBER };
    await gateway.updateMember(demotion, asPerson(admin));
    await gateway.removeMember({ organizationSlug, userId: removed.userId }, asPerson(admin));
    await organization.workspaces.removeWorkspaceMember(
      { ...spring, userId: unassigned.userId },
      asPerson(admin),
    );
    await tenant.trail();
    for (const [index, invitation] of pending.entries()) {
      await expect(accept(invitation, people[index] as Person)).rejects.toMatchObject({
        code: 'conflict',
        publicText: `Grace may no longer invite people to ${index === 2 ? 'Spring' : 'Acme'}. Ask for a new invitation.`,
      });
    }
    expect(await tenant.trail()).toEqual([]);

    await gateway.updateMember({ ...demotion, role: Role.ADMIN }, asPerson(admin));
    await expect(accept(pending[0] as Invitation, ada)).resolves.toBeDefined();
  });

  it('accepting an invitation into a full organization is refused, and the invitation stays pending', async () => {
    const tenant = await createTenant(organization);
    const ada = await newcomer(organization);
    const invitation = await invitePerson(tenant, ada, 'member');
    await organization.db.pool.query(
      `with crowd as (
         insert into people (user_id, email, name)
         select gen_random_uuid(), gen_random_uuid() || '@crowd.example', 'Crowd' from generate_series(1, 9999)
         returning user_id
       )
       insert into members (id, organization_id, user_id, role)
       select gen_random_uuid(), $1, user_id, 'viewer' from crowd`,
      [tenant.id],
    );
    await expect(accept(invitation, ada)).rejects.toMatchObject({
      code: 'conflict',
      publicText: 'This organization has 10,000 members, the maximum. An admin must remove a member first.',
    });
    const { invitations: mine } = await invitations.listMyInvitations({}, asPerson(ada));
    expect(mine).toEqual([invitation]);
  });
});
