import type { CallOptions } from '@connectrpc/connect';
import { Role } from '@patchbay/contracts/patchbay/common/v1/role';
import { describe, expect, it } from 'vitest';
import { keyActions, type MintedKey } from '../../api-keys.fixture.ts';
import { createTenant, type Tenant, type Workspace } from '../../tenant.fixture.ts';
import { asPerson, sharedOrganization } from '../../test-bed.fixture.ts';
import { newAddress } from '../invitations/invitations.fixture.ts';

const organization = await sharedOrganization();

describe('requests with an API key', () => {
  const { mint, asKey } = keyActions(() => organization);

  /** The methods that accept keys, on an organization and on a workspace. */
  const onOrganization = (organizationSlug: string, options: CallOptions) => {
    const gateway = organization.calledBy('gateway');
    return {
      getOrganization: () => gateway.getOrganization({ slug: organizationSlug }, options),
      resolveAccess: () => gateway.resolveAccess({ organizationSlug }, options),
      listMembers: () => gateway.listMembers({ organizationSlug }, options),
      listInvitations: () => organization.invitations.listInvitations({ organizationSlug }, options),
      createInvitation: () =>
        organization.invitations.createInvitation(
          { organizationSlug, email: newAddress(), role: Role.MEMBER },
          options,
        ),
    };
  };
  const onWorkspace = (path: Workspace, options: CallOptions) => ({
    getWorkspace: () => organization.workspaces.getWorkspace(path, options),
    resolveAccess: () => organization.calledBy('gateway').resolveAccess(path, options),
    listWorkspaceMembers: () => organization.workspaces.listWorkspaceMembers(path, options),
    listInvitations: () => organization.invitations.listInvitations(path, options),
    createInvitation: () =>
      organization.invitations.createInvitation({ ...path, email: newAddress(), role: Role.VIEWER }, options),
  });
  /** The error code of each call, or `ok`. */
  const codesOf = async (calls: Record<string, () => Promise<unknown>>) =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(calls).map(async ([name, call]) => [
          name,
          await call().then(
            () => 'ok',
            (error: unknown) => (error as { code: string }).code,
          ),
        ]),
      ),
    ) as Record<string, string>;
  const reads = { resolveAccess: 'ok' };
  const inviting = (code: string) => ({ listInvitations: code, createInvitation: code });

  it('a user-level key sees what its creator sees, in its own organization only', async () => {
    const [tenant, other] = [await createTenant(organization), await createTenant(organization)];
    const guest = await tenant.person('guest');
    await organization.db.pool.query(
      `insert into members (id, organization_id, user_id, role) values (gen_random_uuid(), $1, $2, 'admin')`,
      [other.id, guest.userId],
    );
    const [spring, hidden] = [await tenant.workspace(), await tenant.workspace()];
    await tenant.assign(guest, spring, 'admin');
    const options = await asKey(await mint(tenant, { level: 'user', by: guest }));
    expect(await codesOf(onOrganization(tenant.slug, options))).toEqual({
      ...reads,
      getOrganization: 'ok',
      listMembers: 'forbidden',
      ...inviting('forbidden'),
    });
    expect(new Set(Object.values(await codesOf(onWorkspace(spring, options))))).toEqual(new Set(['ok']));
    for (const path of [hidden, await other.workspace()]) {
      const codes = Object.values(await codesOf(onWorkspace(path, options)));
      expect(new Set(codes)).toEqual(new Set(['not_found']));
    }
    const codes = Object.values(await codesOf(onOrganization(other.slug, options)));
    expect(new Set(codes)).toEqual(new Set(['not_found']));
    const { organizations } = await organization.calledBy('gateway').listOrganizations({}, options);
    expect(organizations.map(({ id }) => id)).toEqual([tenant.id]);
    const { workspaces } = await organization.workspaces.listWorkspaces(
      { organizationSlug: tenant.slug },
      options,
    );
    expect(workspaces.map(({ slug }) => slug)).toEqual([spring.workspaceSlug]);
  });

  it('an optional workspace is in the access where the caller sees one with the slug, and only then', async () => {
    const tenant = await createTenant(organization);
    const { slug: organizationSlug, admin } = tenant;
    const path = await tenant.workspace();
    const { workspace } = await organization.workspaces.getWorkspace(path, asPerson(admin));
    const guest = await tenant.person('guest');
    const key = await mint(tenant, { level: 'organization', role: 'admin' });
    const accessOf = async (workspaceSlug: string, by = admin) => {
      const asked = { organizationSlug, workspaceSlug, workspaceOptional: true };
      return (await organization.calledBy('gateway').resolveAccess(asked, asPerson(by))).access;
    };
    const accessOfKey = async (workspaceSlug: string) =>
      (
        await organization.apiKeys.authenticateApiKey({
          key: key.secret,
          organizationSlug,
          workspaceSlug,
          workspaceOptional: true,
        })
      ).access;
    for (const access of [await accessOf(path.workspaceSlug), await accessOfKey(path.workspaceSlug)])
      expect(access?.workspace?.id).toBe(workspace?.id);
    for (const access of [await accessOf('nowhere'), await accessOfKey('nowhere'), await accessOf('')])
      expect(access).toMatchObject({ organization: { id: tenant.id } });
    for (const access of [await accessOf('nowhere'), await accessOfKey('nowhere')])
      expect(access?.workspace).toBeUndefined();
    expect((await accessOf(path.workspaceSlug, guest))?.workspace).toBeUndefined();
  });

  it('methods that are for people refuse API keys', async () => {
    const tenant = await createTenant(organization);
    const { slug: organizationSlug, admin } = tenant;
    const spring = await tenant.workspace();
    const person = { userId: admin.userId, role: Role.VIEWER };
    const gateway = organization.calledBy('gateway');
    for (const key of [
      await mint(tenant, { level: 'organization', role: 'admin' }),
      await mint(tenant, { level: 'user' }),
    ]) {
      const options = await asKey(key);
      for (const call of [
        () => gateway.updateOrganization({ slug: organizationSlug, name: 'Ajax' }, options),
        () => gateway.updateMember({ organizationSlug, ...person }, options),
        () => gateway.removeMember({ organizationSlug, userId: admin.userId }, options),
        () => organization.workspaces.createWorkspace({ organizationSlug, slug: 'x', name: 'X' }, options),
        () => organization.workspaces.updateWorkspace({ ...spring, name: 'X' }, options),
        () => organization.workspaces.addWorkspaceMember({ ...spring, ...person }, options),
        () => organization.workspaces.updateWorkspaceMember({ ...spring, ...person }, options),
        () => organization.invitations.listMyInvitations({}, options),
        () => organization.invitations.acceptInvitation({ invitationId: admin.userId }, options),
        () => organization.invitations.declineInvitation({ invitationId: admin.userId }, options),
      ]) {
        await expect(call()).rejects.toMatchObject({ code: 'internal' });
      }
    }
  });

  it('a key that was revoked is refused although its caller token is still valid', async () => {
    const tenant = await createTenant(organization);
    const spring = await tenant.workspace();
    const key = await mint(tenant, { level: 'organization', role: 'admin' });
    const options = await asKey(key);
    const path = { organizationSlug: tenant.slug, apiKeyId: key.id };
    await organization.apiKeys.revokeApiKey(path, asPerson(tenant.admin));
    await tenant.trail();
    const calls = {
      ...onOrganization(tenant.slug, options),
      ...onWorkspace(spring, options),
      listOrganizations: () => organization.calledBy('gateway').listOrganizations({}, options),
    };
    expect(new Set(Object.values(await codesOf(calls)))).toEqual(new Set(['unauthenticated']));
    expect(await tenant.trail()).toEqual([]);
  });

  describe('removeWorkspaceMember with an API key', () => {
    const remove = async (path: Workspace, userId: string, key: MintedKey) =>
      organization.workspaces.removeWorkspaceMember({ ...path, userId }, await asKey(key));
    const assigned = async ({ person, assign }: Tenant, path: Workspace) => {
      const guest = await person('guest', 'Linus');
      await assign(guest, path, 'member');
      return guest;
    };

    it('a key with the role admin removes a member of a workspace, and the trail names the key', async () => {
      const tenant = await createTenant(organization);
      const spring = await tenant.workspace('spring');
      for (const asked of [
        { level: 'user' },
        { level: 'organization', role: 'admin' },
        { level: 'workspace', role: 'admin', workspace: spring },
      ] as const) {
        const guest = await assigned(tenant, spring);
        const key = await mint(tenant, asked);
        await tenant.trail();
        await remove(spring, guest.userId, key);
        expect(await tenant.trail()).toMatchObject([
          { action: 'workspace_member.removed', actor: key.id, target: { id: guest.userId } },
        ]);
        const [event] = (await organization.eventsOf(tenant.id)).slice(-1);
        expect(event?.actor).toMatchObject({
          type: 'api_key',
          id: key.id,
          email: tenant.admin.email,
          name: tenant.admin.name,
          apiKeyPrefix: key.prefix,
        });
      }
    });
  });
});
