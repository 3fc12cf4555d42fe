import { Role } from '@patchbay/contracts/patchbay/common/v1/role';
import { ApiKeyLevel } from '@patchbay/contracts/patchbay/organization/v1/api_key_service';
import { mintApiKey } from '@patchbay/tokens/api-key';
import { describe, expect, it } from 'vitest';
import { keyActions } from '../../api-keys.fixture.ts';
import { createTenant } from '../../tenant.fixture.ts';
import { asPerson, sharedOrganization } from '../../test-bed.fixture.ts';

const organization = await sharedOrganization();

const keyRefused = { code: 'unauthenticated', publicText: 'The API key is unknown or no longer works.' };

describe('authenticateApiKey', () => {
  const { mint, authenticate, asKey } = keyActions(() => organization);

  const sql = (text: string, ...values: unknown[]) => organization.db.pool.query(text, values);
  const workspaceIdOf = async ({ workspaceSlug }: { workspaceSlug: string }) =>
    (await sql('select id from workspaces where slug = $1', workspaceSlug)).rows[0]?.id as string;

  it('the answer to a key names its scope, its organization and its creator', async () => {
    const tenant = await createTenant(organization);
    const { secret, id, prefix } = await mint(tenant, { level: 'organization', role: 'member' });
    const answer = await authenticate(secret);
    expect(answer).toMatchObject({
      keyId: id,
      lineId: id,
      prefix,
      level: ApiKeyLevel.ORGANIZATION,
      role: Role.MEMBER,
      organizationId: tenant.id,
      workspaceId: '',
      creatorUserId: tenant.admin.userId,
      creatorEmail: tenant.admin.email,
      creatorName: tenant.admin.name,
    });
    expect([answer.access, answer.rotatedAt, answer.expiresAt]).toEqual([undefined, undefined, undefined]);
  });

  it('a key that is unknown, malformed or disabled is refused with the same text', async () => {
    const tenant = await createTenant(organization);
    const disabled = await mint(tenant, { level: 'organization', role: 'admin' });
    const path = { organizationSlug: tenant.slug };
    await organization.apiKeys.disableApiKey({ ...path, apiKeyId: disabled.id }, asPerson(tenant.admin));
    for (const [secret, reason] of [
      [mintApiKey(), 'key_unknown'],
      ['pby_', 'key_unknown'],
      [disabled.secret, 'key_disabled'],
    ] as const)
      await expect(authenticate(secret, path)).rejects.toMatchObject({ ...keyRefused, reason });
    await organization.apiKeys.enableApiKey({ ...path, apiKeyId: disabled.id }, asPerson(tenant.admin));
    await expect(authenticate(disabled.secret, path)).resolves.toBeDefined();
  });

  it('a user-level key has the current role of its creator, and stops working when they leave', async () => {
    const tenant = await createTenant(organization);
    const grace = await tenant.person('viewer');
    const spring = await tenant.workspace();
    const { secret } = await mint(tenant, { level: 'user', by: grace });
    const rolesThere = async () => {
      const { access, role } = await authenticate(secret, spring);
      expect(role).toBe(Role.UNSPECIFIED);
      return [access?.organization?.role, access?.workspace?.role];
    };
    expect(await rolesThere()).toEqual([Role.VIEWER, Role.VIEWER]);
    await tenant.assign(grace, spring, 'admin');
    expect(await rolesThere()).toEqual([Role.VIEWER, Role.ADMIN]);
    await sql(`update members set role = 'guest' where user_id = $1`, grace.userId);
    expect(await rolesThere()).toEqual([Role.GUEST, Role.ADMIN]);
    await sql('delete from assignments where user_id = $1', grace.userId);
    expect((await authenticate(secret, spring)).access).toBeUndefined();
    await sql('delete from members where user_id = $1', grace.userId);
    await expect(authenticate(secret)).rejects.toMatchObject(keyRefused);
  });

  it('an organization-level key has its own role in every workspace, and works after its creator has left', async () => {
    const tenant = await createTenant(organization);
    const grace = await tenant.person('admin');
    const spring = await tenant.workspace();
    await tenant.assign(grace, spring, 'admin');
    const { secret } = await mint(tenant, { level: 'organization', role: 'viewer', by: grace });
    await sql('delete from members where user_id = $1', grace.userId);
    const { access } = await authenticate(secret, { organizationSlug: tenant.slug });
    expect(access?.organization).toMatchObject({ id: tenant.id, slug: tenant.slug, role: Role.VIEWER });
    expect(access?.workspace).toBeUndefined();
    expect((await authenticate(secret, spring)).access).toMatchObject({
      organization: { role: Role.VIEWER },
      workspace: { id: await workspaceIdOf(spring), slug: spring.workspaceSlug, role: Role.VIEWER },
    });
  });

  it('a workspace-level key has its role in its workspace and none elsewhere, while its creator has access', async () => {
    const tenant = await createTenant(organization);
    const guest = await tenant.person('guest');
    const [spring, autumn] = [await tenant.workspace(), await tenant.workspace()];
    await tenant.assign(guest, spring, 'admin');
    await tenant.assign(guest, autumn, 'admin');
    const { secret } = await mint(tenant, {
      level: 'workspace',
      role: 'member',
      workspace: spring,
      by: guest,
    });
    const workspaceId = await workspaceIdOf(spring);
    expect(await authenticate(secret, spring)).toMatchObject({
      level: ApiKeyLevel.WORKSPACE,
      workspaceId,
      access: { organization: { role: Role.GUEST }, workspace: { id: workspaceId, role: Role.MEMBER } },
    });
    expect((await authenticate(secret, autumn)).access).toBeUndefined();
    const { access } = await authenticate(secret, { organizationSlug: tenant.slug });
    expect(access).toBeUndefined();
    // The key keeps working while its creator has any role in the workspace.
    await sql(`update assignments set role = 'viewer' where user_id = $1`, guest.userId);
    await expect(authenticate(secret, spring)).resolves.toMatchObject({
      access: { workspace: { role: Role.MEMBER } },
    });
    await sql('delete from assignments where user_id = $1 and workspace_id = $2', guest.userId, workspaceId);
    await expect(authenticate(secret, spring)).rejects.toMatchObject(keyRefused);
    await sql(`update members set role = 'viewer' where user_id = $1`, guest.userId);
    await expect(authenticate(secret, spring)).resolves.toBeDefined();
  });

  it('a workspace-level key is refused where the organization is asked for, and is told where it works', async () => {
    const tenant = await createTenant(organization);
    const workspace = await tenant.workspace();
    const key = await asKey(await mint(tenant, { level: 'workspace', role: 'admin', workspace }));
    const gateway = organization.calledBy('gateway');
    for (const ask of [
      () => gateway.listOrganizations({}, key),
      () => gateway.getOrganization({ slug: tenant.slug }, key),
      () => gateway.listMembers({ organizationSlug: tenant.slug }, key),
    ])
      await expect(ask()).rejects.toMatchObject({
        code: 'unauthenticated',
        reason: 'key_level_not_accepted',
        publicText: 'A workspace-level API key works only in its workspace, not in the organization.',
      });
  });

  it('a key sees nothing of another organization, although its creator is a member of both', async () => {
    const [tenant, other] = [await createTenant(organization), await createTenant(organization)];
    await sql(
      `insert into members (id, organization_id, user_id, role) values (gen_random_uuid(), $1, $2, 'admin')`,
      other.id,
      tenant.admin.userId,
    );
    const spring = await tenant.workspace('spring');
    const elsewhere = await other.workspace('spring');
    const keys = [
      await mint(tenant, { level: 'user' }),
      await mint(tenant, { level: 'organization', role: 'admin' }),
      await mint(tenant, { level: 'workspace', role: 'admin', workspace: spring }),
    ];
    for (const { secret } of keys) {
      expect((await authenticate(secret, spring)).access).toBeDefined();
      for (const path of [elsewhere, { organizationSlug: other.slug }, { organizationSlug: 'nobody' }]) {
        expect((await authenticate(secret, path)).access).toBeUndefined();
      }
      const nowhere = { organizationSlug: tenant.slug, workspaceSlug: 'nowhere' };
      expect((await authenticate(secret, nowhere)).access).toBeUndefined();
    }
  });

  it('the database holds the digest of a key, and the key itself nowhere', async () => {
    const tenant = await createTenant(organization);
    const { secret, id } = await mint(tenant, { level: 'user' });
    const { rows } = await sql('select digest, k::text as row from api_keys k where id = $1', id);
    const { digest, row } = rows[0] as { digest: Buffer; row: string };
    expect(digest).toHaveLength(32);
    expect(row).not.toContain(secret.slice(15));
    const { rows: outbox } = await sql('select payload from outbox where key = $1', tenant.id);
    for (const { payload } of outbox as { payload: Buffer }[]) {
      expect(payload.toString('latin1')).not.toContain(secret.slice(15));
    }
  });
});
