import { timestampDate } from '@bufbuild/protobuf/wkt';
import type { Person } from '@patchbay/access/caller';
import { Role } from '@patchbay/contracts/patchbay/common/v1/role';
import { ApiKeyLevel } from '@patchbay/contracts/patchbay/organization/v1/api_key_service';
import { isWellFormedApiKey } from '@patchbay/tokens/api-key';
import { describe, expect, it } from 'vitest';
import { keyActions } from '../../api-keys.fixture.ts';
import { createTenant, outcomesOf, type Tenant } from '../../tenant.fixture.ts';
import { asPerson, sharedOrganization } from '../../test-bed.fixture.ts';

const organization = await sharedOrganization();

describe('createApiKey', () => {
  const { mint } = keyActions(() => organization);

  it('a new workspace-level key is shown once, and its event does not contain it', async () => {
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

  it('a key cannot be created without a name, a level and the fields of its level', async () => {
    const { slug: organizationSlug, admin, trail } = await createTenant(organization);
    const good = { organizationSlug, name: 'Reports', level: ApiKeyLevel.USER };
    for (const [wrong, path] of [
      [{ name: ' ' }, 'name'],
      [{ level: ApiKeyLevel.UNSPECIFIED }, 'level'],
      [{ role: Role.ADMIN }, 'role'],
      [{ workspaceSlug: 'spring' }, 'workspaceSlug'],
      [{ expiresInDays: 0 }, 'expiresInDays'],
    ] as const) {
      await expect(
        organization.apiKeys.createApiKey({ ...good, ...wrong }, asPerson(admin)),
      ).rejects.toMatchObject({ code: 'invalid', problems: [{ path }] });
    }
    expect(await trail()).toEqual([]);
  });

  /** Inserts keys of which `live` are live, the first half of them active and the rest disabled; others have ended. */
  const insertKeys = (tenant: Tenant, creator: Person, level: 'user' | 'organization', live: number) =>
    organization.db.pool.query(
      `insert into api_keys
         (id, organization_id, creator_user_id, name, digest, level, role, status, expires_at, revoked_at, created_at)
       select gen_random_uuid(), $1, $2, 'Crowd', sha256(gen_random_uuid()::text::bytea), $3::api_key_level,
              case when $3 = 'user' then null else 'viewer' end::role,
              case when number <= $4 / 2 then 'active' when number <= $4 then 'disabled' when number <= $4 + 20 then 'revoked'
                   else 'active' end::api_key_status,
              case when number > $4 + 20 then $5::timestamptz end,
              case when number > $4 and number <= $4 + 20 then $5::timestamptz end, $5::timestamptz - interval '1 hour'
       from generate_series(1, $4::int + 40) as number`,
      [tenant.id, creator.userId, level, live, organization.clock.now()],
    );
  const rotateLast = async (tenant: Tenant, graceHours: number) => {
    const path = { organizationSlug: tenant.slug };
    const { apiKeys } = await organization.apiKeys.listApiKeys(path, asPerson(tenant.admin));
    const last = { ...path, apiKeyId: apiKeys.at(-1)?.id ?? '' };
    return organization.apiKeys.rotateApiKey({ ...last, graceHours }, asPerson(tenant.admin));
  };

  it('an organization and its workspaces have at most 1,000 live keys, also under concurrent requests', async () => {
    const tenant = await createTenant(organization);
    const workspace = await tenant.workspace();
    await insertKeys(tenant, tenant.admin, 'organization', 998);
    const attempts = Array.from({ length: 6 }, (_, index) =>
      mint(
        tenant,
        index % 2 === 0
          ? { level: 'organization', role: 'viewer' }
          : { level: 'workspace', role: 'viewer', workspace },
      ),
    );
    expect(await outcomesOf(attempts)).toEqual({ ok: 2, conflict: 4 });
    expect(await tenant.trail()).toHaveLength(2);
    // In its grace window the old key still counts against the bound; without one it is revoked and does not.
    await expect(rotateLast(tenant, 1)).rejects.toMatchObject({ code: 'conflict' });
    await rotateLast(tenant, 0);
    await expect(mint(tenant, { level: 'organization', role: 'viewer' })).rejects.toMatchObject({
      code: 'conflict',
      publicText:
        'This organization has 1,000 live API keys of its own and its workspaces, the maximum. Revoke one that is no longer used.',
    });
    await mint(tenant, { level: 'user' });
  });

  it('a person has at most 50 live user-level keys, whatever others have', async () => {
    const tenant = await createTenant(organization);
    const guest = await tenant.person('guest');
    await insertKeys(tenant, tenant.admin, 'user', 48);
    await insertKeys(tenant, guest, 'user', 50);
    const attempts = Array.from({ length: 6 }, () => mint(tenant, { level: 'user' }));
    expect(await outcomesOf(attempts)).toEqual({ ok: 2, conflict: 4 });
    await expect(rotateLast(tenant, 1)).rejects.toMatchObject({ code: 'conflict' });
    await rotateLast(tenant, 0);
    const full = {
      code: 'conflict',
      publicText:
        'You have 50 live user-level API keys in this organization, the maximum. Revoke one that is no longer used.',
    };
    for (const by of [tenant.admin, guest]) {
      await expect(mint(tenant, { level: 'user', by })).rejects.toMatchObject(full);
    }
    await mint(tenant, { level: 'user', by: await tenant.person('guest') });
    await mint(tenant, { level: 'organization', role: 'viewer' });
    const other = await createTenant(organization);
    await organization.db.pool.query(
      `insert into members (id, organization_id, user_id, role) values (gen_random_uuid(), $1, $2, 'guest')`,
      [other.id, guest.userId],
    );
    await mint(other, { level: 'user', by: guest });
  });
});
