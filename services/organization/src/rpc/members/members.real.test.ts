import { Role } from '@patchbay/contracts/patchbay/common/v1/role';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { createTenant, newcomer, outcomesOf } from '../../tenant.fixture.ts';
import { asPerson, personAt, sharedOrganization } from '../../test-bed.fixture.ts';

const organization = await sharedOrganization();
const gateway = organization.calledBy('gateway');

describe('members of an organization', () => {
  describe('updateOrganization', () => {
    it('the event of a rename by an admin has both names of the organization', async () => {
      const { slug, id, admin, trail } = await createTenant(organization);
      const { organization: renamed } = await gateway.updateOrganization(
        { slug, name: ' Ajax ' },
        asPerson(admin),
      );
      expect(renamed).toMatchObject({ id, slug, name: 'Ajax', role: Role.ADMIN });
      expect(await trail()).toMatchObject([
        {
          action: 'organization.updated',
          actor: admin.userId,
          target: { type: 'organization', id, name: 'Ajax' },
          changes: { name: ['Acme', 'Ajax'] },
        },
      ]);
    });

    it('the role of people who join by the domain is changed by an admin, with one event for all changes', async () => {
      const { slug, admin, trail } = await createTenant(organization);
      const read = async () => (await gateway.getOrganization({ slug }, asPerson(admin))).organization;
      expect(await read()).toMatchObject({ domainRole: Role.MEMBER });
      const asked = { slug, name: 'Ajax', joining: { case: 'domainRole', value: Role.VIEWER } } as const;
      const { organization: changed } = await gateway.updateOrganization(asked, asPerson(admin));
      expect(changed).toMatchObject({ name: 'Ajax', domainRole: Role.VIEWER });
      const closing = { slug, joining: { case: 'domainClosed', value: true } } as const;
      const { organization: closed } = await gateway.updateOrganization(closing, asPerson(admin));
      expect(closed).toMatchObject({ name: 'Ajax' });
      expect(closed?.domainRole).toBeUndefined();
      expect((await read())?.domainRole).toBeUndefined();
      await gateway.updateOrganization(closing, asPerson(admin));
      expect(await trail()).toMatchObject([
        {
          action: 'organization.updated',
          changes: { name: ['Acme', 'Ajax'], domainRole: ['member', 'viewer'] },
        },
        { action: 'organization.updated', changes: { domainRole: ['viewer', null] } },
      ]);
    });

    it.each([Role.ADMIN, Role.GUEST, Role.UNSPECIFIED])(
      'nobody joins by a domain with the role %i',
      async (value) => {
        const { slug, admin } = await createTenant(organization);
        const asked = { slug, joining: { case: 'domainRole', value } } as const;
        await expect(gateway.updateOrganization(asked, asPerson(admin))).rejects.toMatchObject({
          code: 'invalid',
          problems: [{ path: 'domainRole' }],
        });
      },
    );

    it('a change of an organization that names nothing changes nothing and is not recorded', async () => {
      const { slug, admin, trail } = await createTenant(organization);
      const { organization: before } = await gateway.getOrganization({ slug }, asPerson(admin));
      expect(await gateway.updateOrganization({ slug }, asPerson(admin))).toMatchObject({
        organization: before,
      });
      expect(await trail()).toEqual([]);
    });
  });

  describe('listMembers', () => {
    it('everyone but guests lists the members, oldest first', async () => {
      const { slug, admin, person } = await createTenant(organization);
      const grace = await person('member', 'Grace');
      const [viewer, guest] = [await person('viewer'), await person('guest')];
      for (const reader of [admin, grace, viewer]) {
        const { members } = await gateway.listMembers({ organizationSlug: slug }, asPerson(reader));
        expect(members).toMatchObject([
          { ...admin, role: Role.ADMIN },
          { ...grace, role: Role.MEMBER },
          { ...viewer, role: Role.VIEWER },
          { ...guest, role: Role.GUEST },
        ]);
      }
      await expect(gateway.listMembers({ organizationSlug: slug }, asPerson(guest))).rejects.toMatchObject({
        code: 'forbidden',
      });
    });
  });

  describe('updateMember', () => {
    it('an admin changes a role, which is recorded once', async () => {
      const { slug, admin, person, trail, roles: rolesNow } = await createTenant(organization);
      const grace = await person('guest', 'Grace');
      const change = { organizationSlug: slug, userId: grace.userId, role: Role.MEMBER };
      const { member } = await gateway.updateMember(change, asPerson(admin));
      expect(member).toMatchObject({ userId: grace.userId, name: 'Grace', role: Role.MEMBER });
      expect(await gateway.updateMember(change, asPerson(admin))).toMatchObject({
        member: { role: Role.MEMBER },
      });
      expect(await rolesNow()).toMatchObject({ [grace.email]: 'member' });
      expect(await trail()).toEqual([
        {
          action: 'member.role_changed',
          actor: admin.userId,
          workspace: undefined,
          target: { type: 'member', id: grace.userId, name: 'Grace' },
          changes: { role: ['guest', 'member'] },
          metadata: { email: grace.email },
        },
      ]);
    });

    it('a role cannot become guest, and cannot be left out', async () => {
      const { slug, admin, person } = await createTenant(organization);
      const { userId } = await person('member');
      for (const role of [Role.GUEST, Role.UNSPECIFIED]) {
        await expect(
          gateway.updateMember({ organizationSlug: slug, userId, role }, asPerson(admin)),
        ).rejects.toMatchObject({ code: 'invalid', problems: [{ path: 'role' }] });
      }
    });

    it('the role of a person who is not a member cannot be changed', async () => {
      const { slug, admin } = await createTenant(organization);
      const stranger = await newcomer(organization);
      for (const userId of [stranger.userId, v7(), 'nobody']) {
        await expect(
          gateway.updateMember({ organizationSlug: slug, userId, role: Role.MEMBER }, asPerson(admin)),
        ).rejects.toMatchObject({ code: 'not_found' });
      }
    });
  });

  describe('removeMember', () => {
    it('an admin removes a member with every assignment', async () => {
      const { id, slug, admin, person, workspace, assign, trail } = await createTenant(organization);
      const grace = await person('guest', 'Grace');
      const [spring, autumn] = [await workspace('spring'), await workspace('autumn')];
      await assign(grace, spring, 'viewer');
      await assign(grace, autumn, 'admin');
      await gateway.removeMember({ organizationSlug: slug, userId: grace.userId }, asPerson(admin));
      await expect(gateway.getOrganization({ slug }, asPerson(grace))).rejects.toMatchObject({
        code: 'not_found',
      });
      const { rows } = await organization.db.pool.query(
        'select from assignments where organization_id = $1',
        [id],
      );
      expect(rows).toEqual([]);
      expect(await trail()).toEqual([
        {
          action: 'member.removed',
          actor: admin.userId,
          workspace: undefined,
          target: { type: 'member', id: grace.userId, name: 'Grace' },
          changes: { role: ['guest', null], assignments: [{ autumn: 'admin', spring: 'viewer' }, null] },
          metadata: { email: grace.email, organizationKeys: [] },
        },
      ]);
      await expect(
        gateway.removeMember({ organizationSlug: slug, userId: grace.userId }, asPerson(admin)),
      ).rejects.toMatchObject({ code: 'not_found' });
    });

    it('a guest can leave an organization', async () => {
      const { slug, admin, person, trail, roles: rolesNow } = await createTenant(organization);
      const [leaver, other] = [await person('guest'), await person('viewer')];
      await expect(
        gateway.removeMember({ organizationSlug: slug, userId: other.userId }, asPerson(leaver)),
      ).rejects.toMatchObject({ code: 'forbidden' });
      await gateway.removeMember({ organizationSlug: slug, userId: leaver.userId }, asPerson(leaver));
      expect(await rolesNow()).toEqual({ [admin.email]: 'admin', [other.email]: 'viewer' });
      expect(await trail()).toMatchObject([{ action: 'member.removed', actor: leaver.userId }]);
    });
  });

  describe('concurrent changes of admins', () => {
    it('an organization with two admins keeps one, however many requests try to remove or demote both at once', async () => {
      const { slug, admin, person, trail, roles: rolesNow } = await createTenant(organization);
      const grace = await person('admin');
      const attempts = Array.from({ length: 50 }, (_, index) => {
        const [actor, target] = index % 2 === 0 ? [admin, grace] : [grace, admin];
        // A mix of: remove the other, leave, demote the other, demote oneself.
        const who = Math.floor(index / 2) % 2 === 0 ? target : actor;
        const path = { organizationSlug: slug, userId: who.userId };
        return index % 5 < 3
          ? gateway.removeMember(path, asPerson(actor))
          : gateway.updateMember({ ...path, role: Role.VIEWER }, asPerson(actor));
      });
      const outcomes = await outcomesOf(attempts);
      expect(outcomes['internal']).toBeUndefined();
      const left = Object.values(await rolesNow()).filter((role) => role === 'admin');
      expect(left).toEqual(['admin']);
      const taken = (await trail()).filter(({ changes }) => changes['role']?.[0] === 'admin');
      expect(taken).toHaveLength(1);
    });
  });

  it('an organization with 10,000 members takes nobody in by domain, and the sign-in succeeds', async () => {
    const { id, domain } = await createTenant(organization);
    await organization.db.pool.query(
      `with crowd as (
         insert into people (user_id, email, name)
         select gen_random_uuid(), gen_random_uuid() || '@crowd.example', 'Crowd' from generate_series(1, 9999)
         returning user_id
       )
       insert into members (id, organization_id, user_id, role) select gen_random_uuid(), $1, user_id, 'viewer' from crowd`,
      [id],
    );
    const identity = organization.calledBy('identity');
    const late = personAt(domain, 'late');
    const organizationsOf = async (userId: string) => {
      const rows = await organization.db.pool.query<{ id: string }>(
        'select organization_id as id from members where user_id = $1',
        [userId],
      );
      return rows.rows.map((row) => row.id);
    };
    await identity.provisionUser(late);
    expect(await organizationsOf(late.userId)).toEqual([]);
    await organization.db.pool.query(
      `delete from members where id = (select id from members where organization_id = $1 and role = 'viewer' limit 1)`,
      [id],
    );
    await identity.provisionUser(late);
    expect(await organizationsOf(late.userId)).toEqual([id]);
  });
});
