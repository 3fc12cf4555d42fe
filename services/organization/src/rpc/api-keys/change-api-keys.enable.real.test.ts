import type { Person } from '@patchbay/access/caller';
import { Role } from '@patchbay/contracts/patchbay/common/v1/role';
import { describe, expect, it } from 'vitest';
import { keyActions, type MintedKey } from '../../api-keys.fixture.ts';
import { createTenant, type Tenant } from '../../tenant.fixture.ts';
import { asPerson, sharedOrganization } from '../../test-bed.fixture.ts';

const organization = await sharedOrganization();

describe('enableApiKey', () => {
  const { mint, statusOf } = keyActions(() => organization);

  const change = (
    how: 'enableApiKey' | 'disableApiKey' | 'revokeApiKey',
    { slug }: Tenant,
    { id }: MintedKey,
    by: Person,
  ) => organization.apiKeys[how]({ organizationSlug: slug, apiKeyId: id }, asPerson(by));
  const demote = ({ slug, admin }: Tenant, { userId }: Person) =>
    organization
      .calledBy('gateway')
      .updateMember({ organizationSlug: slug, userId, role: Role.MEMBER }, asPerson(admin));
  const disabledKeyOf = async (tenant: Tenant, by: Person) => {
    const key = await mint(tenant, { level: 'organization', role: 'admin', by });
    await change('disableApiKey', tenant, key, by);
    return key;
  };

  it('a creator who may no longer create a key cannot enable it, but can disable and revoke it', async () => {
    const tenant = await createTenant(organization);
    const grace = await tenant.person('admin');
    const key = await disabledKeyOf(tenant, grace);
    await demote(tenant, grace);
    await tenant.trail();
    const refusal = {
      code: 'forbidden',
      publicText: 'Only admins of the organization can make API keys for it.',
    };
    await expect(change('enableApiKey', tenant, key, grace)).rejects.toMatchObject(refusal);
    expect(await statusOf(key)).toBe('disabled');
    expect(await tenant.trail()).toEqual([]);
    await change('disableApiKey', tenant, key, grace);
    await change('enableApiKey', tenant, key, tenant.admin);
    await change('disableApiKey', tenant, key, grace);
    await change('revokeApiKey', tenant, key, grace);
    expect((await tenant.trail()).map(({ action, actor }) => [action, actor])).toEqual([
      ['api_key.enabled', tenant.admin.userId],
      ['api_key.disabled', grace.userId],
      ['api_key.revoked', grace.userId],
    ]);
  });

  it('a creator who lost a workspace cannot enable a key of it', async () => {
    const tenant = await createTenant(organization);
    const grace = await tenant.person('guest');
    const workspace = await tenant.workspace();
    await tenant.assign(grace, workspace, 'admin');
    const key = await mint(tenant, { level: 'workspace', role: 'admin', workspace, by: grace });
    await change('disableApiKey', tenant, key, grace);
    await organization.db.pool.query('delete from assignments where user_id = $1', [grace.userId]);
    await expect(change('enableApiKey', tenant, key, grace)).rejects.toMatchObject({
      code: 'forbidden',
      publicText: 'Only admins of the workspace can make API keys for it.',
    });
    await tenant.assign(await tenant.person('guest'), workspace, 'viewer');
    await expect(change('enableApiKey', tenant, key, tenant.admin)).resolves.toMatchObject({
      apiKey: { status: 'active' },
    });
  });

  it('a creator can enable a user-level key, whatever their role', async () => {
    const tenant = await createTenant(organization);
    const guest = await tenant.person('guest');
    const key = await mint(tenant, { level: 'user', by: guest });
    await change('disableApiKey', tenant, key, guest);
    await expect(change('enableApiKey', tenant, key, guest)).resolves.toMatchObject({
      apiKey: { status: 'active' },
    });
  });

  it('a key is not enabled if its creator is demoted while the call waits for the organization', async () => {
    const tenant = await createTenant(organization);
    const grace = await tenant.person('admin');
    const key = await disabledKeyOf(tenant, grace);
    const other = await organization.db.pool.connect();
    await other.query('begin');
    await other.query('select from organizations where id = $1 for update', [tenant.id]);
    const enabling = change('enableApiKey', tenant, key, grace).catch((error: unknown) => error);
    await organization.untilLockWaiters();
    await other.query(`update members set role = 'member' where user_id = $1`, [grace.userId]);
    await other.query('commit');
    other.release();
    expect(await enabling).toMatchObject({ code: 'forbidden' });
    expect(await statusOf(key)).toBe('disabled');
  });
});
