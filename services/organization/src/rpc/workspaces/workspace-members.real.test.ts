import type { Person } from '@patchbay/access/caller';
import { roleToProto } from '@patchbay/access/proto';
import type { WorkspaceRole } from '@patchbay/access/role';
import { Role } from '@patchbay/contracts/patchbay/common/v1/role';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { createTenant, newcomer, outcomesOf, type Tenant, type Workspace } from '../../tenant.fixture.ts';
import { asPerson, sharedOrganization } from '../../test-bed.fixture.ts';

const organization = await sharedOrganization();
const { workspaces } = organization;

describe('members of a workspace', () => {
  const members = async (path: Workspace, reader: Person) =>
    (await workspaces.listWorkspaceMembers(path, asPerson(reader))).members;
  const assignedTo = async ({ person, assign }: Tenant, path: Workspace, role: WorkspaceRole) => {
    const guest = await person('guest');
    await assign(guest, path, role);
    return guest;
  };

  it('the list of members has one row per person, assigned or inherited, with the effective role', async () => {
    const tenant = await createTenant(organization);
    const { id, admin, person, workspace, assign } = tenant;
    const [path, other] = [await workspace('spring'), await workspace('autumn')];
    const [member, viewer] = [await person('member'), await person('viewer')];
    await assign(member, path, 'viewer');
    await assign(viewer, path, 'admin');
    await assign(viewer, other, 'member');
    const guest = await assignedTo(tenant, path, 'member');
    await assignedTo(tenant, other, 'member');
    await person('guest');

    const { rows } = await organization.db.pool.query<{ userId: string; id: string }>(
      `select m.user_id as "userId", coalesce(a.id, m.id) as id from members m
       left join assignments a on a.user_id = m.user_id
         and a.workspace_id = (select id from workspaces where organization_id = $1 and slug = 'spring')
       where m.organization_id = $1`,
      [id],
    );
    const idOf = new Map(rows.map((row) => [row.userId, row.id]));
    const expected = [
      { person: admin, role: Role.ADMIN, inherited: true },
      { person: member, role: Role.MEMBER, inherited: false },
      { person: viewer, role: Role.ADMIN, inherited: false },
      { person: guest, role: Role.MEMBER, inherited: false },
    ].map(({ person: { userId, email, name }, ...rest }) => ({
      id: idOf.get(userId),
      userId,
      email,
      name,
      ...rest,
    }));
    for (const reader of [admin, member, viewer, guest]) {
      expect(await members(path, reader)).toMatchObject(expected);
    }
  });

  describe('addWorkspaceMember', () => {
    it('a member of the organization can be assigned any role, and the higher role counts', async () => {
      const tenant = await createTenant(organization);
      const { person, workspace, trail } = tenant;
      const path = await workspace('spring');
      const admin = await assignedTo(tenant, path, 'admin');
      for (const [has, given, effective] of [
        ['guest', 'viewer', 'viewer'],
        ['member', 'viewer', 'member'],
        ['viewer', 'admin', 'admin'],
      ] as const) {
        const grace = await person(has, 'Grace');
        const { member } = await workspaces.addWorkspaceMember(
          { ...path, userId: grace.userId, role: roleToProto(given) },
          asPerson(admin),
        );
        expect(member).toMatchObject({
          userId: grace.userId,
          email: grace.email,
          name: 'Grace',
          role: roleToProto(effective),
          inherited: false,
        });
        expect(await members(path, admin)).toContainEqual(member);
        expect(await trail()).toEqual([
          {
            action: 'workspace_member.added',
            actor: admin.userId,
            workspace: 'spring',
            target: { type: 'workspace_member', id: grace.userId, name: 'Grace' },
            changes: { role: [null, given] },
            metadata: { email: grace.email },
          },
        ]);
      }
    });

    it('a person from outside the organization cannot be assigned', async () => {
      const { admin, workspace, trail } = await createTenant(organization);
      const path = await workspace();
      const stranger = await newcomer(organization);
      for (const userId of [stranger.userId, v7(), 'nobody']) {
        await expect(
          workspaces.addWorkspaceMember({ ...path, userId, role: Role.VIEWER }, asPerson(admin)),
        ).rejects.toMatchObject({
          code: 'invalid',
          problems: [{ path: 'userId', message: 'must be a member of the organization' }],
        });
      }
      expect(await trail()).toEqual([]);
    });

    it('a person is assigned once, also by concurrent requests', async () => {
      const { admin, person, workspace, trail } = await createTenant(organization);
      const path = await workspace();
      const grace = await person('guest', 'Grace');
      const add = () =>
        workspaces.addWorkspaceMember({ ...path, userId: grace.userId, role: Role.VIEWER }, asPerson(admin));
      expect(await outcomesOf(Array.from({ length: 10 }, add))).toEqual({ ok: 1, conflict: 9 });
      await expect(add()).rejects.toMatchObject({
        publicText: 'Grace is already assigned to the workspace. Change the role instead.',
      });
      expect(await trail()).toHaveLength(1);
    });

    it('nobody can be assigned as a guest', async () => {
      const { admin, person, workspace } = await createTenant(organization);
      const { userId } = await person('member');
      await expect(
        workspaces.addWorkspaceMember({ ...(await workspace()), userId, role: Role.GUEST }, asPerson(admin)),
      ).rejects.toMatchObject({ code: 'invalid', problems: [{ path: 'role' }] });
    });
  });

  describe('updateWorkspaceMember', () => {
    it('an effective admin changes an assigned role, which is recorded once', async () => {
      const tenant = await createTenant(organization);
      const { admin, workspace, trail } = tenant;
      const path = await workspace('spring');
      const guest = await assignedTo(tenant, path, 'viewer');
      const change = { ...path, userId: guest.userId, role: Role.ADMIN };
      const { member } = await workspaces.updateWorkspaceMember(change, asPerson(admin));
      expect(member).toMatchObject({ userId: guest.userId, role: Role.ADMIN, inherited: false });
      expect(await workspaces.updateWorkspaceMember(change, asPerson(admin))).toMatchObject({ member });
      expect(await members(path, guest)).toContainEqual(member);
      expect(await trail()).toEqual([
        {
          action: 'workspace_member.role_changed',
          actor: admin.userId,
          workspace: 'spring',
          target: { type: 'workspace_member', id: guest.userId, name: guest.name },
          changes: { role: ['viewer', 'admin'] },
          metadata: { email: guest.email },
        },
      ]);
    });

    it('an inherited role and an unknown assignment cannot be changed', async () => {
      const { admin, person, workspace } = await createTenant(organization);
      const path = await workspace();
      const inheriting = await person('member');
      for (const userId of [inheriting.userId, admin.userId, v7(), 'nobody']) {
        await expect(
          workspaces.updateWorkspaceMember({ ...path, userId, role: Role.ADMIN }, asPerson(admin)),
        ).rejects.toMatchObject({ code: 'not_found' });
      }
    });
  });

  describe('removeWorkspaceMember', () => {
    it('a person who is assigned can leave a workspace', async () => {
      const tenant = await createTenant(organization);
      const { workspace, trail, roles } = tenant;
      const path = await workspace('spring');
      const guest = await assignedTo(tenant, path, 'viewer');
      await workspaces.removeWorkspaceMember({ ...path, userId: guest.userId }, asPerson(guest));
      expect(await trail()).toEqual([
        {
          action: 'workspace_member.removed',
          actor: guest.userId,
          workspace: 'spring',
          target: { type: 'workspace_member', id: guest.userId, name: guest.name },
          changes: { role: ['viewer', null] },
          metadata: { email: guest.email },
        },
      ]);
      // A guest without an assignment stays a member of the organization and sees no workspace.
      expect(await roles()).toMatchObject({ [guest.email]: 'guest' });
      await expect(workspaces.getWorkspace(path, asPerson(guest))).rejects.toMatchObject({
        code: 'not_found',
      });
      expect(await workspaces.listWorkspaces(path, asPerson(guest))).toMatchObject({ workspaces: [] });
    });

    it('an effective admin removes an assignment', async () => {
      const tenant = await createTenant(organization);
      const { workspace, person, assign } = tenant;
      const path = await workspace();
      const [admin, member] = [await assignedTo(tenant, path, 'admin'), await person('member')];
      await assign(member, path, 'admin');
      await workspaces.removeWorkspaceMember({ ...path, userId: member.userId }, asPerson(admin));
      expect(await members(path, member)).toContainEqual(
        expect.objectContaining({ userId: member.userId, role: Role.MEMBER, inherited: true }),
      );
    });

    it('inherited access cannot be removed from a workspace', async () => {
      const { admin, person, workspace, trail } = await createTenant(organization);
      const path = await workspace();
      const member = await person('member');
      for (const actor of [member, admin]) {
        await expect(
          workspaces.removeWorkspaceMember({ ...path, userId: member.userId }, asPerson(actor)),
        ).rejects.toMatchObject({ code: 'not_found' });
      }
      expect(await trail()).toEqual([]);
    });
  });
});
