import { type Timestamp, timestampDate } from '@bufbuild/protobuf/wkt';
import { describe, expect, it } from 'vitest';
import { keyActions, type MintedKey } from '../../api-keys.fixture.ts';
import { createTenant, type Tenant } from '../../tenant.fixture.ts';
import { asPerson, sharedOrganization } from '../../test-bed.fixture.ts';

const organization = await sharedOrganization();
const { apiKeys } = organization;

const keyRefused = { code: 'unauthenticated' };

describe('rotateApiKey', () => {
  const { mint, authenticate } = keyActions(() => organization);

  const daysUntil = (moment: Timestamp | undefined) =>
    moment && (timestampDate(moment).getTime() - organization.clock.now().getTime()) / 86_400_000;
  const pathTo = ({ slug }: Tenant, { id }: MintedKey) => ({ organizationSlug: slug, apiKeyId: id });

  it('a rotation revokes the key and creates one of the same name and scope, with the caller as its creator', async () => {
    const tenant = await createTenant(organization);
    const grace = await tenant.person('admin');
    const spring = await tenant.workspace('spring');
    const old = await mint(tenant, { level: 'workspace', role: 'member', workspace: spring });
    const { apiKey: before } = await apiKeys.getApiKey(pathTo(tenant, old), asPerson(grace));
    await tenant.trail();
    const { apiKey, key } = await apiKeys.rotateApiKey(pathTo(tenant, old), asPerson(grace));
    const { name, level, role, workspaceSlug } = before ?? {};
    expect(apiKey).toMatchObject({
      name,
      level,
      role,
      workspaceSlug,
      creatorEmail: grace.email,
      status: 'active',
      prefix: key.slice(0, 15),
    });
    await expect(authenticate(old.secret)).rejects.toMatchObject(keyRefused);
    expect(await authenticate(key, spring)).toMatchObject({
      keyId: apiKey?.id,
      creatorUserId: grace.userId,
      access: { workspace: { role } },
    });
    expect((await apiKeys.getApiKey(pathTo(tenant, old), asPerson(grace))).apiKey?.status).toBe('revoked');
    expect(await tenant.trail()).toEqual([
      {
        action: 'api_key.rotated',
        actor: grace.userId,
        workspace: 'spring',
        target: { type: 'api_key', id: old.id, name: 'Reports' },
        changes: { status: ['active', 'revoked'] },
        metadata: {
          prefix: old.prefix,
          graceHours: 0,
          replacement: { id: apiKey?.id, prefix: key.slice(0, 15), expiresAt: null },
        },
      },
    ]);
  });

  it('a rotated key works until the end of its grace window, and its authentication names both times', async () => {
    const tenant = await createTenant(organization);
    const old = await mint(tenant, { level: 'user' });
    const path = pathTo(tenant, old);
    const { key } = await apiKeys.rotateApiKey({ ...path, graceHours: 48 }, asPerson(tenant.admin));
    const answer = await authenticate(old.secret);
    expect(daysUntil(answer.rotatedAt)).toBe(0);
    expect(daysUntil(answer.expiresAt)).toBe(2);
    expect((await authenticate(key)).rotatedAt).toBeUndefined();
    await expect(apiKeys.rotateApiKey(path, asPerson(tenant.admin))).rejects.toMatchObject({
      code: 'conflict',
    });
    await organization.clock.jump(48 * 3_600_000);
    await expect(authenticate(old.secret)).rejects.toMatchObject(keyRefused);
    await expect(authenticate(key)).resolves.toBeDefined();
  });

  it.each([
    ['lives as long as the one before was made for', 30, {}, 30],
    ['lives as long as asked', 30, { case: 'expiresInDays', value: 7 }, 7],
    ['never ends, where that is asked', 30, { case: 'neverExpires', value: true }, undefined],
  ] as const)('a rotation creates a key that %s', async (_what, expiresInDays, expiry, days) => {
    const tenant = await createTenant(organization);
    const old = await mint(tenant, { level: 'user', ...(expiresInDays && { expiresInDays }) });
    await organization.clock.jump(10 * 86_400_000);
    const request = { ...pathTo(tenant, old), ...('case' in expiry && { expiry }) };
    const { apiKey } = await apiKeys.rotateApiKey(request, asPerson(tenant.admin));
    expect(daysUntil(apiKey?.expiresAt)).toBe(days);
  });
});
