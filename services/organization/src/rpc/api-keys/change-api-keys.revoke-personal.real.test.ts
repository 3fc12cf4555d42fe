import '@patchbay/telemetry/fresh-modules';
import type { Person } from '@patchbay/access/caller';
import { Role } from '@patchbay/contracts/patchbay/common/v1/role';
import { most } from '@patchbay/platform/maximums';
import { recordStatements } from '@patchbay/testing/statements';
import { describe, expect, it } from 'vitest';
import { keyActions, type MintedKey } from '../../api-keys.fixture.ts';
import { createTenant, outcomesOf, type Tenant, type Workspace } from '../../tenant.fixture.ts';
import { asPerson, sharedOrganization } from '../../test-bed.fixture.ts';

const organization = await sharedOrganization();

describe('keys of a person who loses access', () => {
  const statements = recordStatements();
  const { mint, authenticate, statusOf, expire } = keyActions(() => organization);

  const statusesOf = (keys: readonly MintedKey[]) => Promise.all(keys.map(statusOf));
  const removeMember = ({ slug }: Tenant, { userId }: Person, by: Person) =>
    organization.calledBy('gateway').removeMember({ organizationSlug: slug, userId }, asPerson(by));
  const removeFrom = (path: Workspace, { userId }: Person, by: Person) =>
    organization.workspaces.removeWorkspaceMember({ ...path, userId }, asPerson(by));
  const trailSummary = async ({ trail }: Tenant) =>
    (await trail()).map(({ action, target, workspace }) => [action, target.id, workspace]);

  it('the removal of a member revokes their personal keys and leaves those of the organization', async () => {
    const tenant = await createTenant(organization);
    const { admin } = tenant;
    const grace = await tenant.person('admin');
    const spring = await tenant.workspace('spring');
    const keys = [
      await mint(tenant, { level: 'user', by: grace }),
      await mint(tenant, { level: 'workspace', role: 'admin', workspace: spring, by: grace }),
      await mint(tenant, { level: 'organization', role: 'admin', by: grace }),
      await mint(tenant, { level: 'user' }),
      await mint(tenant, { level: 'workspace', role: 'viewer', workspace: spring }),
    ];
    const [disabled, expired, revoked] = [
      await mint(tenant, { level: 'user', by: grace }),
      await mint(tenant, { level: 'user', by: grace }),
      await mint(tenant, { level: 'user', by: grace }),
    ];
    const path = { organizationSlug: tenant.slug };
    await organization.apiKeys.disableApiKey({ ...path, apiKeyId: disabled.id }, asPerson(grace));
    await organization.apiKeys.revokeApiKey({ ...path, apiKeyId: revoked.id }, asPerson(grace));
    await expire(expired);
    await tenant.trail();

    await removeMember(tenant, grace, admin);
    expect(await statusesOf(keys)).toEqual(['revoked', 'revoked', 'active', 'active', 'active']);
    expect(await statusesOf([disabled, expired, revoked])).toEqual(['revoked', 'active', 'revoked']);
    const trail = await tenant.trail();
    expect(trail.map(({ action, target, workspace }) => [action, target.id, workspace])).toEqual([
      ['member.removed', grace.userId, undefined],
      ['api_key.revoked', keys[0]?.id, undefined],
      ['api_key.revoked', keys[1]?.id, 'spring'],
      ['api_key.revoked', disabled.id, undefined],
    ]);
    expect(trail[1]).toMatchObject({
      actor: admin.userId,
      changes: { status: ['active', 'revoked'] },
      metadata: {
        prefix: keys[0]?.prefix,
        lineId: keys[0]?.id,
        lineEnded: true,
        because: 'member_removed',
      },
    });
    for (const key of keys.slice(0, 2)) {
      await expect(authenticate(key.secret)).rejects.toMatchObject({ code: 'unauthenticated' });
    }
  });

  it('the event of a removal names the live organization-level keys of the person, oldest first', async () => {
    const tenant = await createTenant(organization);
    const grace = await tenant.person('admin');
    const keys: MintedKey[] = [];
    for (const name of ['Reports', 'Billing', 'Old', 'Gone', 'Replaced']) {
      keys.push(await mint(tenant, { level: 'organization', role: 'viewer', by: grace, name }));
    }
    const [reports, billing, old, gone, replaced] = keys as [
      MintedKey,
      MintedKey,
      MintedKey,
      MintedKey,
      MintedKey,
    ];
    const path = { organizationSlug: tenant.slug };
    const { apiKeys } = organization;
    await apiKeys.disableApiKey({ ...path, apiKeyId: billing.id }, asPerson(grace));
    await expire(old);
    await apiKeys.revokeApiKey({ ...path, apiKeyId: gone.id }, asPerson(grace));
    // The replacement belongs to the admin; the old key works until its grace window ends.
    await apiKeys.rotateApiKey({ ...path, apiKeyId: replaced.id, graceHours: 1 }, asPerson(tenant.admin));
    await mint(tenant, { level: 'user', by: grace });
    await mint(tenant, { level: 'organization', role: 'viewer' });
    await tenant.trail();

    const ran = await statements.during(() => removeMember(tenant, grace, grace));
    expect(ran.filter((name) => name === 'live organization-level API keys of a creator')).toHaveLength(1);
    const [removed] = await tenant.trail();
    expect(removed).toMatchObject({
      action: 'member.removed',
      metadata: {
        organizationKeys: [
          { prefix: reports.prefix, name: 'Reports' },
          { prefix: billing.prefix, name: 'Billing' },
          { prefix: replaced.prefix, name: 'Replaced' },
        ],
      },
    });
  });

  it('the removal of a member revokes all personal keys by one statement, with one event each', async () => {
    const tenant = await createTenant(organization);
    const remove = async (keys: number) => {
      const grace = await tenant.person('member');
      await organization.db.pool.query(
        `insert into api_keys (id, organization_id, creator_user_id, name, digest, level)
         select gen_random_uuid(), $1, $2::uuid, 'Key ' || number, sha256(($2::uuid::text || number)::bytea), 'user'
         from generate_series(1, $3::int) as number`,
        [tenant.id, grace.userId, keys],
      );
      await tenant.trail();
      const ran = await statements.during(() => removeMember(tenant, grace, tenant.admin));
      const revoked = (await tenant.trail()).filter(({ action }) => action === 'api_key.revoked');
      expect(new Set(revoked.map(({ target }) => target.id)).size).toBe(keys);
      const { rows } = await organization.db.pool.query(
        `select status, revoked_at is not null as at, count(*)::int from api_keys where creator_user_id = $1 group by 1, 2`,
        [grace.userId],
      );
      expect(rows).toEqual([{ status: 'revoked', at: true, count: Math.min(keys, most.deadKeysOfPerson) }]);
      return ran;
    };
    const [few, many] = [await remove(1), await remove(1_000)];
    expect(many).toEqual(few);
    expect(many.filter((name) => name === 'revoke API keys')).toHaveLength(1);
  });

  it('the demotion of a member revokes no key', async () => {
    const tenant = await createTenant(organization);
    const grace = await tenant.person('admin');
    const spring = await tenant.workspace();
    const keys = [
      await mint(tenant, { level: 'user', by: grace }),
      await mint(tenant, { level: 'workspace', role: 'admin', workspace: spring, by: grace }),
      await mint(tenant, { level: 'organization', role: 'admin', by: grace }),
    ];
    await organization
      .calledBy('gateway')
      .updateMember(
        { organizationSlug: tenant.slug, userId: grace.userId, role: Role.VIEWER },
        asPerson(tenant.admin),
      );
    expect(await statusesOf(keys)).toEqual(['active', 'active', 'active']);
    for (const { secret } of keys) await expect(authenticate(secret, spring)).resolves.toBeDefined();
  });

  it("the end of an assignment revokes the person's keys of that workspace, also if access is inherited", async () => {
    const tenant = await createTenant(organization);
    const [spring, autumn] = [await tenant.workspace('spring'), await tenant.workspace('autumn')];
    for (const role of ['viewer', 'guest'] as const) {
      const grace = await tenant.person(role);
      await tenant.assign(grace, spring, 'admin');
      await tenant.assign(grace, autumn, 'admin');
      const keys = [
        await mint(tenant, { level: 'workspace', role: 'viewer', workspace: spring, by: grace }),
        await mint(tenant, { level: 'workspace', role: 'viewer', workspace: autumn, by: grace }),
        await mint(tenant, { level: 'user', by: grace }),
      ];
      await tenant.trail();
      await removeFrom(spring, grace, tenant.admin);
      expect(await statusesOf(keys)).toEqual(['revoked', 'active', 'active']);
      expect(await trailSummary(tenant)).toEqual([
        ['workspace_member.removed', grace.userId, 'spring'],
        ['api_key.revoked', keys[0]?.id, 'spring'],
      ]);
    }
  });

  it("the end of a guest's last assignment revokes all their personal keys", async () => {
    const tenant = await createTenant(organization);
    const [spring, autumn] = [await tenant.workspace('spring'), await tenant.workspace('autumn')];
    const guest = await tenant.person('guest');
    await tenant.assign(guest, spring, 'admin');
    const keys = [
      await mint(tenant, { level: 'user', by: guest }),
      await mint(tenant, { level: 'workspace', role: 'viewer', workspace: spring, by: guest }),
    ];
    await tenant.assign(guest, autumn, 'admin');
    await removeFrom(autumn, guest, tenant.admin);
    expect(await statusesOf(keys)).toEqual(['active', 'active']);
    await tenant.trail();
    await removeFrom(spring, guest, guest);
    expect(await statusesOf(keys)).toEqual(['revoked', 'revoked']);
    expect(await trailSummary(tenant)).toEqual([
      ['workspace_member.removed', guest.userId, 'spring'],
      ['api_key.revoked', keys[0]?.id, undefined],
      ['api_key.revoked', keys[1]?.id, 'spring'],
    ]);
    expect(await tenant.roles()).toMatchObject({ [guest.email]: 'guest' });
  });

  it('keys that a member creates while being removed are all revoked', async () => {
    const tenant = await createTenant(organization);
    const grace = await tenant.person('member');
    const attempts = [
      ...Array.from({ length: 6 }, () => mint(tenant, { level: 'user', by: grace })),
      removeMember(tenant, grace, tenant.admin),
      ...Array.from({ length: 6 }, () => mint(tenant, { level: 'user', by: grace })),
    ];
    const outcomes = await outcomesOf(attempts);
    expect(outcomes['internal']).toBeUndefined();
    const { rows } = await organization.db.pool.query(
      `select from api_keys where creator_user_id = $1 and status <> 'revoked'`,
      [grace.userId],
    );
    expect(rows).toEqual([]);
    const trail = await tenant.trail();
    const made = trail.filter(({ action }) => action === 'api_key.created').length;
    expect(made + 1).toBe(outcomes['ok']);
    expect(trail.filter(({ action }) => action === 'api_key.revoked')).toHaveLength(made);
  });
});
