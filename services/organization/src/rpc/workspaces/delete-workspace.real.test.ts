import { Role } from '@patchbay/contracts/patchbay/common/v1/role';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { keyActions } from '../../api-keys.fixture.ts';
import { createTenant, outcomesOf } from '../../tenant.fixture.ts';
import { asPerson, sharedOrganization } from '../../test-bed.fixture.ts';

const organization = await sharedOrganization();

describe('deleteWorkspace', () => {
  const { mint, authenticate, statusOf } = keyActions(() => organization);

  const countIn = async (table: string, workspaceId: string): Promise<number> => {
    const text = `select count(*)::integer as count from ${table} where workspace_id = $1`;
    return (await organization.db.pool.query<{ count: number }>(text, [workspaceId])).rows[0]?.count ?? 0;
  };

  it('a workspace goes with everything of it, one entry counts it, and the slug is free at once', async () => {
    const tenant = await createTenant(organization);
    const { admin, slug } = tenant;
    const path = await tenant.workspace();
    const other = await tenant.workspace();
    const member = await tenant.person('member');
    await tenant.assign(member, path, 'admin');
    const key = await mint(tenant, { level: 'workspace', role: 'member', workspace: path });
    const kept = await mint(tenant, { level: 'workspace', role: 'member', workspace: other });
    await organization.invitations.createInvitation(
      { ...path, email: 'bob@client.example', role: Role.VIEWER },
      asPerson(admin),
    );
    await organization.workspaces.watchWorkspace(path, asPerson(member));
    await tenant.trail();
    const destroyed = { integrations: 3, grants: 2, connectLinks: 1 };
    const { workspaceId } = await organization.workspaces.deleteWorkspace(
      { ...path, destroyed },
      asPerson(admin),
    );
    expect(await tenant.trail()).toMatchObject([
      {
        action: 'workspace.deleted',
        actor: admin.userId,
        workspace: path.workspaceSlug,
        target: { type: 'workspace', id: workspaceId, name: 'Spring' },
        metadata: { ...destroyed, apiKeys: 1, invitations: 1, assignments: 1 },
      },
    ]);
    for (const table of ['api_keys', 'invitations', 'assignments', 'watches', 'notices'])
      expect(await countIn(table, workspaceId)).toBe(0);
    await expect(authenticate(key.secret)).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(await statusOf(kept)).toBe('active');
    expect(await tenant.roles()).toMatchObject({ [member.email]: 'member' });
    await expect(organization.workspaces.deleteWorkspace(path, asPerson(admin))).rejects.toMatchObject({
      code: 'not_found',
    });
    await organization.workspaces.createWorkspace(
      { organizationSlug: slug, slug: path.workspaceSlug, name: 'Again' },
      asPerson(admin),
    );
    const missing = await organization
      .calledBy('integration')
      .listMissing({ organizationIds: [tenant.id, v7()], workspaceIds: [workspaceId] });
    expect(missing.workspaceIds).toEqual([workspaceId]);
    expect(missing.organizationIds).toHaveLength(1);
  });

  it('counts of integration that are not known are null in the entry', async () => {
    const tenant = await createTenant(organization);
    const path = await tenant.workspace();
    await organization.workspaces.deleteWorkspace(path, asPerson(tenant.admin));
    expect(await tenant.trail()).toMatchObject([
      { metadata: { integrations: null, grants: null, connectLinks: null, apiKeys: 0 } },
    ]);
  });

  it('a guest of this workspace alone leaves the organization, and a guest of another one stays', async () => {
    const tenant = await createTenant(organization);
    const [path, other] = [await tenant.workspace(), await tenant.workspace()];
    const [leaving, staying] = [await tenant.person('guest'), await tenant.person('guest')];
    await tenant.assign(leaving, path, 'admin');
    await tenant.assign(staying, path, 'viewer');
    await tenant.assign(staying, other, 'viewer');
    const key = await mint(tenant, { level: 'user', by: leaving });
    await tenant.trail();
    await organization.workspaces.deleteWorkspace(path, asPerson(tenant.admin));
    expect(await tenant.trail()).toMatchObject([
      { action: 'workspace.deleted', metadata: { assignments: 2 } },
      {
        action: 'member.removed',
        actor: tenant.admin.userId,
        target: { id: leaving.userId },
        changes: { role: ['guest', null], assignments: [{ [path.workspaceSlug]: 'admin' }, null] },
        metadata: { reason: 'workspace_deleted' },
      },
      { action: 'api_key.revoked', target: { id: key.id }, metadata: { because: 'member_removed' } },
    ]);
    expect(await statusOf(key)).toBe('revoked');
    expect(Object.keys(await tenant.roles()).toSorted()).toEqual(
      [tenant.admin.email, staying.email].toSorted(),
    );
  });

  it('of two deletions at once one succeeds, and what is created in it meanwhile goes with it or is refused', async () => {
    const tenant = await createTenant(organization);
    const path = await tenant.workspace();
    const { workspace } = await organization.workspaces.getWorkspace(path, asPerson(tenant.admin));
    const deletions = [1, 2].map(() => organization.workspaces.deleteWorkspace(path, asPerson(tenant.admin)));
    const creations = Array.from({ length: 6 }, (_, index) => [
      mint(tenant, { level: 'workspace', role: 'viewer', workspace: path }),
      organization.invitations.createInvitation(
        { ...path, email: `bob-${index}@client.example`, role: Role.VIEWER },
        asPerson(tenant.admin),
      ),
    ]).flat();
    const created = outcomesOf(creations);
    expect(await outcomesOf(deletions)).toEqual({ ok: 1, not_found: 1 });
    expect(
      Object.keys(await created).every((outcome) => ['ok', 'not_found', 'invalid'].includes(outcome)),
    ).toBe(true);
    for (const table of ['api_keys', 'invitations'])
      expect(await countIn(table, workspace?.id ?? '')).toBe(0);
    expect((await tenant.trail()).filter(({ action }) => action === 'workspace.deleted')).toHaveLength(1);
  });
});
