import type { Person } from '@patchbay/access/caller';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { keyActions, type MintedKey } from '../../api-keys.fixture.ts';
import { createTenant, newcomer, type Tenant } from '../../tenant.fixture.ts';
import { asPerson, sharedOrganization } from '../../test-bed.fixture.ts';

const organization = await sharedOrganization();
const { apiKeys } = organization;

describe('changes of API keys', () => {
  const { mint, asKey } = keyActions(() => organization);

  const pathTo = ({ slug }: Tenant, { id }: Pick<MintedKey, 'id'>) => ({
    organizationSlug: slug,
    apiKeyId: id,
  });
  const listed = async ({ slug }: Tenant, reader: Person) =>
    (await apiKeys.listApiKeys({ organizationSlug: slug }, asPerson(reader))).apiKeys.map(({ id }) => id);
  /** Every method that reads or changes one key. */
  const waysTo = (tenant: Tenant, key: Pick<MintedKey, 'id'>, options: ReturnType<typeof asPerson>) => {
    const path = pathTo(tenant, key);
    return [
      () => apiKeys.getApiKey(path, options),
      () => apiKeys.updateApiKey({ ...path, name: 'Bids' }, options),
      () => apiKeys.disableApiKey(path, options),
      () => apiKeys.enableApiKey(path, options),
      () => apiKeys.rotateApiKey(path, options),
      () => apiKeys.revokeApiKey(path, options),
    ];
  };

  it('people see the keys that they may manage, oldest first, and find no others', async () => {
    const tenant = await createTenant(organization);
    const { admin, person, assign } = tenant;
    const [spring, autumn] = [await tenant.workspace(), await tenant.workspace()];
    const [other, member, guest] = [await person('admin'), await person('member'), await person('guest')];
    await assign(member, spring, 'admin');
    await assign(guest, autumn, 'admin');
    const keys = [
      await mint(tenant, { level: 'user' }),
      await mint(tenant, { level: 'organization', role: 'viewer' }),
      await mint(tenant, { level: 'workspace', role: 'viewer', workspace: spring }),
      await mint(tenant, { level: 'workspace', role: 'viewer', workspace: autumn }),
      await mint(tenant, { level: 'user', by: member }),
      await mint(tenant, { level: 'user', by: guest }),
    ];
    const ids = keys.map(({ id }) => id);
    for (const [reader, places] of [
      [admin, [0, 1, 2, 3]],
      [other, [1, 2, 3]],
      [member, [2, 4]],
      [guest, [3, 5]],
      [await person('viewer'), []],
    ] as const) {
      const seen = places.map((place) => ids[place]);
      expect(await listed(tenant, reader)).toEqual(seen);
      for (const key of keys.filter(({ id }) => seen.includes(id))) {
        await expect(apiKeys.getApiKey(pathTo(tenant, key), asPerson(reader))).resolves.toBeDefined();
      }
      for (const key of keys.filter(({ id }) => !seen.includes(id))) {
        for (const way of waysTo(tenant, key, asPerson(reader))) {
          await expect(way()).rejects.toMatchObject({ code: 'not_found' });
        }
      }
    }
  });

  it('keys are managed with a session of the organization and under its path only', async () => {
    const [tenant, other] = [await createTenant(organization), await createTenant(organization)];
    const key = await mint(tenant, { level: 'organization', role: 'admin' });
    const stranger = await newcomer(organization);
    for (const way of waysTo(tenant, key, asPerson(stranger))) {
      await expect(way()).rejects.toMatchObject({ code: 'not_found' });
    }
    for (const way of waysTo(other, key, asPerson(other.admin))) {
      await expect(way()).rejects.toMatchObject({ code: 'not_found' });
    }
    for (const id of [v7(), 'nothing']) {
      for (const way of waysTo(tenant, { id }, asPerson(tenant.admin))) {
        await expect(way()).rejects.toMatchObject({ code: 'not_found' });
      }
    }
    const options = await asKey(key);
    for (const way of waysTo(tenant, key, options)) {
      await expect(way()).rejects.toMatchObject({ code: 'internal' });
    }
    await expect(apiKeys.listApiKeys({ organizationSlug: tenant.slug }, options)).rejects.toMatchObject({
      code: 'internal',
    });
  });

  it('renaming, disabling, enabling and revoking a key are recorded once each', async () => {
    const tenant = await createTenant(organization);
    const { admin, trail } = tenant;
    const key = await mint(tenant, {
      level: 'workspace',
      role: 'admin',
      workspace: await tenant.workspace('spring'),
    });
    await trail();
    const path = pathTo(tenant, key);
    const steps = [
      [() => apiKeys.updateApiKey({ ...path, name: ' Bids ' }, asPerson(admin)), 'active'],
      [() => apiKeys.disableApiKey(path, asPerson(admin)), 'disabled'],
      [() => apiKeys.enableApiKey(path, asPerson(admin)), 'active'],
      [() => apiKeys.revokeApiKey(path, asPerson(admin)), 'revoked'],
    ] as const;
    for (const [step, status] of steps) {
      for (let time = 0; time < 2; time += 1) {
        expect((await step()).apiKey).toMatchObject({ id: key.id, name: 'Bids', status });
      }
    }
    const target = { type: 'api_key', id: key.id, name: 'Bids' };
    const common = {
      actor: admin.userId,
      workspace: 'spring',
      target,
      metadata: { prefix: key.prefix },
    };
    expect(await trail()).toEqual([
      { action: 'api_key.updated', ...common, changes: { name: ['Reports', 'Bids'] } },
      { action: 'api_key.disabled', ...common, changes: { status: ['active', 'disabled'] } },
      { action: 'api_key.enabled', ...common, changes: { status: ['disabled', 'active'] } },
      {
        action: 'api_key.revoked',
        ...common,
        changes: { status: ['active', 'revoked'] },
        metadata: { prefix: key.prefix, lineId: key.id, lineEnded: true },
      },
    ]);
  });
});
