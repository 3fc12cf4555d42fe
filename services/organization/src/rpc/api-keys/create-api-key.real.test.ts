import { timestampDate } from '@bufbuild/protobuf/wkt';
import { Role } from '@patchbay/contracts/patchbay/common/v1/role';
import { ApiKeyLevel } from '@patchbay/contracts/patchbay/organization/v1/api_key_service';
import { isWellFormedApiKey } from '@patchbay/tokens/api-key';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyActions } from '../../api-keys.fixture.ts';
import { createTenant, newcomer, outcomesOf } from '../../tenant.fixture.ts';
import { asPerson, startOrganization, type TestOrganization } from '../../test-bed.fixture.ts';

describe('an API key is created', () => {
  let organization: TestOrganization;
  const { mint, asKey } = keyActions(() => organization);

  beforeAll(async () => {
    organization = await startOrganization();
  });
  afterAll(() => organization?.stop());

  it('for a workspace, shown once and told of without the key', async () => {
    const { slug, admin, workspace, trail } = await createTenant(organization);
    const { workspaceSlug } = await workspace('spring');
    const { apiKey, key } = await organization.apiKeys.createApiKey(
      {
        organizationSlug: slug,
        name: ' Reports ',
        level: ApiKeyLevel.WORKSPACE,
        role: Role.VIEWER,
        workspaceSlug,
        expiresInDays: 30,
      },
      asPerson(admin),
    );
    expect(isWellFormedApiKey(key)).toBe(true);
    expect(apiKey).toMatchObject({
      name: 'Reports',
      prefix: key.slice(0, 15),
      level: ApiKeyLevel.WORKSPACE,
      role: Role.VIEWER,
      workspaceName: 'Spring',
      workspaceSlug: 'spring',
      creatorEmail: admin.email,
      status: 'active',
    });
    expect(apiKey?.lastRequestAt).toBeUndefined();
    const [createdAt, expiresAt] = [apiKey?.createdAt, apiKey?.expiresAt].map(
      (moment) => moment && timestampDate(moment),
    );
    expect((expiresAt?.getTime() ?? 0) - (createdAt?.getTime() ?? 0)).toBe(30 * 24 * 60 * 60 * 1000);
    expect(await trail()).toEqual([
      {
        action: 'api_key.created',
        actor: admin.userId,
        workspace: 'spring',
        target: { type: 'api_key', id: apiKey?.id, name: 'Reports' },
        changes: {
          name: [null, 'Reports'],
          level: [null, 'workspace'],
          role: [null, 'viewer'],
          expiresAt: [null, expiresAt?.toISOString()],
        },
        metadata: { prefix: key.slice(0, 15) },
      },
    ]);
  });

  it('of one’s own by everyone, without a role and without an end', async () => {
    const tenant = await createTenant(organization);
    for (const role of ['admin', 'member', 'viewer', 'guest'] as const) {
      const by = await tenant.person(role);
      const { id } = await mint(tenant, { level: 'user', by });
      const path = { organizationSlug: tenant.slug, apiKeyId: id };
      const { apiKey } = await organization.apiKeys.getApiKey(path, asPerson(by));
      expect(apiKey).toMatchObject({ role: Role.UNSPECIFIED, level: ApiKeyLevel.USER });
      expect([apiKey?.expiresAt, apiKey?.workspaceName]).toEqual([undefined, undefined]);
    }
  });

  it('for the organization by its admins, for a workspace by its effective admins', async () => {
    const tenant = await createTenant(organization);
    const workspace = await tenant.workspace();
    for (const role of ['member', 'viewer', 'guest'] as const) {
      const by = await tenant.person(role);
      await tenant.assign(by, workspace, 'member');
      await expect(mint(tenant, { level: 'organization', role: 'viewer', by })).rejects.toMatchObject({
        code: 'forbidden',
      });
      const asked = { level: 'workspace', role: 'admin', workspace, by } as const;
      await expect(mint(tenant, asked)).rejects.toMatchObject({ code: 'forbidden' });
      await organization.db.pool.query(`update assignments set role = 'admin' where user_id = $1`, [
        by.userId,
      ]);
      await expect(mint(tenant, asked)).resolves.toBeDefined();
    }
    await expect(mint(tenant, { level: 'organization', role: 'viewer' })).resolves.toBeDefined();
  });

  it('for no workspace that is unknown or not to be seen', async () => {
    const [tenant, other] = [await createTenant(organization), await createTenant(organization)];
    const hidden = await tenant.workspace();
    const by = await tenant.person('guest');
    for (const workspace of [hidden, await other.workspace(), { ...hidden, workspaceSlug: 'nowhere' }]) {
      await expect(mint(tenant, { level: 'workspace', role: 'viewer', workspace, by })).rejects.toMatchObject(
        { code: 'invalid', problems: [{ path: 'workspaceSlug' }] },
      );
    }
  });

  it('with a name, a level and what belongs to the level, or not at all', async () => {
    const { slug: organizationSlug, admin, trail } = await createTenant(organization);
    const good = { organizationSlug, name: 'Reports', level: ApiKeyLevel.USER };
    for (const [wrong, path] of [
      [{ name: ' ' }, 'name'],
      [{ name: 'x'.repeat(101) }, 'name'],
      [{ level: ApiKeyLevel.UNSPECIFIED }, 'level'],
      [{ role: Role.ADMIN }, 'role'],
      [{ level: ApiKeyLevel.ORGANIZATION }, 'role'],
      [{ level: ApiKeyLevel.ORGANIZATION, role: Role.GUEST }, 'role'],
      [{ workspaceSlug: 'spring' }, 'workspaceSlug'],
      [{ level: ApiKeyLevel.WORKSPACE, role: Role.ADMIN }, 'workspaceSlug'],
      [{ expiresInDays: 0 }, 'expiresInDays'],
      [{ expiresInDays: 366 }, 'expiresInDays'],
    ] as const) {
      await expect(
        organization.apiKeys.createApiKey({ ...good, ...wrong }, asPerson(admin)),
      ).rejects.toMatchObject({ code: 'invalid', problems: [{ path }] });
    }
    expect(await trail()).toEqual([]);
  });

  it('by nobody else: neither strangers nor keys', async () => {
    const tenant = await createTenant(organization);
    const by = await newcomer(organization);
    await expect(mint(tenant, { level: 'user', by })).rejects.toMatchObject({ code: 'not_found' });
    const key = await mint(tenant, { level: 'organization', role: 'admin' });
    const request = { organizationSlug: tenant.slug, name: 'Another', level: ApiKeyLevel.USER };
    await expect(organization.apiKeys.createApiKey(request, await asKey(key))).rejects.toMatchObject({
      code: 'internal',
    });
  });

  it('until there are 1,000 live ones, however many try at once', async () => {
    const tenant = await createTenant(organization);
    await organization.db.pool.query(
      `insert into api_keys (id, organization_id, creator_user_id, name, digest, level, status, expires_at, revoked_at)
       select gen_random_uuid(), $1, $2, 'Crowd', sha256(gen_random_uuid()::text::bytea), 'user',
              case when number <= 500 then 'active' when number <= 998 then 'disabled' when number <= 1200 then 'revoked'
                   else 'active' end::api_key_status,
              case when number > 1200 then now() end,
              case when number > 998 and number <= 1200 then now() end
       from generate_series(1, 1400) as number`,
      [tenant.id, tenant.admin.userId],
    );
    const attempts = Array.from({ length: 5 }, () => mint(tenant, { level: 'user' }));
    expect(await outcomesOf(attempts)).toEqual({ ok: 2, conflict: 3 });
    expect(await tenant.trail()).toHaveLength(2);
    const path = { organizationSlug: tenant.slug };
    const { apiKeys } = await organization.apiKeys.listApiKeys(path, asPerson(tenant.admin));
    expect(apiKeys).toHaveLength(1_402);
    const last = { ...path, apiKeyId: apiKeys.at(-1)?.id ?? '' };
    // In its grace window the old key still counts against the bound; without one it is revoked and does not.
    await expect(
      organization.apiKeys.rotateApiKey({ ...last, graceHours: 1 }, asPerson(tenant.admin)),
    ).rejects.toMatchObject({ code: 'conflict' });
    await organization.apiKeys.rotateApiKey(last, asPerson(tenant.admin));
    await expect(mint(tenant, { level: 'user' })).rejects.toMatchObject({ code: 'conflict' });
  });
});
