import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { keyActions } from '../../api-keys.fixture.ts';
import { createTenant, newcomer, type Workspace } from '../../tenant.fixture.ts';
import { asPerson, sharedOrganization, type TestOrganization } from '../../test-bed.fixture.ts';

const organization = await sharedOrganization();

describe('resolveGrantableKey', () => {
  const { mint, expire, asKey } = keyActions(() => organization);

  const resolve = (
    workspace: Workspace,
    apiKeyId: string,
    options: Parameters<TestOrganization['apiKeys']['resolveGrantableKey']>[1],
  ) =>
    organization.apiKeys
      .resolveGrantableKey({ ...workspace, apiKeyId }, options)
      .then(({ outcome }) => outcome.value);

  it('keys of every level with role member or admin in the workspace can be granted use', async () => {
    const tenant = await createTenant(organization);
    const workspace = await tenant.workspace();
    const guest = await tenant.person('guest');
    await tenant.assign(guest, workspace, 'member');
    const keys = [
      await mint(tenant, { level: 'organization', role: 'member', name: 'Nightly' }),
      await mint(tenant, { level: 'workspace', role: 'admin', workspace }),
      await mint(tenant, { level: 'user', by: guest }),
    ];
    for (const { id, prefix } of keys)
      expect(await resolve(workspace, id.toUpperCase(), asPerson(tenant.admin))).toMatchObject({
        id,
        lineId: id,
        prefix,
      });
    const [nightly] = keys;
    expect(await resolve(workspace, nightly?.id ?? '', asPerson(tenant.admin))).toMatchObject({
      name: 'Nightly',
    });
  });

  it('the replacement of a key is answered with the line of the first one', async () => {
    const tenant = await createTenant(organization);
    const workspace = await tenant.workspace();
    const first = await mint(tenant, { level: 'organization', role: 'member' });
    const request = { organizationSlug: tenant.slug, apiKeyId: first.id, graceHours: 24 };
    const { apiKey } = await organization.apiKeys.rotateApiKey(request, asPerson(tenant.admin));
    for (const id of [first.id, apiKey?.id ?? ''])
      expect(await resolve(workspace, id, asPerson(tenant.admin))).toMatchObject({ id, lineId: first.id });
  });

  it('a key that cannot be granted use is answered with the reason', async () => {
    const [tenant, other] = [await createTenant(organization), await createTenant(organization)];
    const [workspace, elsewhere] = [await tenant.workspace(), await tenant.workspace()];
    const [guest, viewer] = [await tenant.person('guest'), await tenant.person('viewer')];
    const scope = { level: 'organization', role: 'member' } as const;
    const [disabled, revoked, expired] = [
      await mint(tenant, scope),
      await mint(tenant, scope),
      await mint(tenant, scope),
    ];
    const by = asPerson(tenant.admin);
    const path = { organizationSlug: tenant.slug };
    await organization.apiKeys.disableApiKey({ ...path, apiKeyId: disabled.id }, by);
    await organization.apiKeys.revokeApiKey({ ...path, apiKeyId: revoked.id }, by);
    await expire(expired);
    const refusals: [id: string, text: string][] = [
      ['', 'of this organization'],
      ['nightly', 'of this organization'],
      [v7(), 'of this organization'],
      [(await mint(other, scope)).id, 'of this organization'],
      [disabled.id, 'is disabled'],
      [revoked.id, 'is revoked'],
      [expired.id, 'is expired'],
      [
        (await mint(tenant, { level: 'workspace', role: 'admin', workspace: elsewhere })).id,
        'access to this workspace',
      ],
      [(await mint(tenant, { level: 'user', by: guest })).id, 'access to this workspace'],
      [(await mint(tenant, { level: 'organization', role: 'viewer' })).id, 'this one is a viewer'],
      [(await mint(tenant, { level: 'workspace', role: 'viewer', workspace })).id, 'this one is a viewer'],
      [(await mint(tenant, { level: 'user', by: viewer })).id, 'this one is a viewer'],
    ];
    for (const [id, text] of refusals) expect(await resolve(workspace, id, by)).toContain(text);
  });

  it('only admins of the workspace may ask, by session', async () => {
    const tenant = await createTenant(organization);
    const workspace = await tenant.workspace();
    const key = await mint(tenant, { level: 'organization', role: 'admin' });
    const assigned = await tenant.person('guest');
    await tenant.assign(assigned, workspace, 'admin');
    await expect(resolve(workspace, key.id, asPerson(assigned))).resolves.toMatchObject({ id: key.id });
    for (const role of ['member', 'viewer'] as const)
      await expect(resolve(workspace, key.id, asPerson(await tenant.person(role)))).rejects.toMatchObject({
        code: 'forbidden',
      });
    for (const stranger of [await tenant.person('guest'), await newcomer(organization)])
      await expect(resolve(workspace, key.id, asPerson(stranger))).rejects.toMatchObject({
        code: 'not_found',
      });
    await expect(resolve(workspace, key.id, await asKey(key))).rejects.toMatchObject({ code: 'internal' });
  });
});
