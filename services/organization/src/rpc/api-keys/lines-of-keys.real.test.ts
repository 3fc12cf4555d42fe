import { describe, expect, it } from 'vitest';
import { keyActions, type MintedKey } from '../../api-keys.fixture.ts';
import { createTenant, type Tenant } from '../../tenant.fixture.ts';
import { asPerson, sharedOrganization } from '../../test-bed.fixture.ts';

const organization = await sharedOrganization();

describe('the line of a key', () => {
  const { mint, authenticate, expire } = keyActions(() => organization);

  const pathTo = ({ slug }: Tenant, { id }: Pick<MintedKey, 'id'>) => ({
    organizationSlug: slug,
    apiKeyId: id,
  });
  const rotate = async (tenant: Tenant, key: MintedKey, graceHours: number, by = tenant.admin) => {
    const request = { ...pathTo(tenant, key), graceHours };
    const { apiKey, key: secret } = await organization.apiKeys.rotateApiKey(request, asPerson(by));
    return { id: apiKey?.id ?? '', prefix: apiKey?.prefix ?? '', secret };
  };
  const revoke = (tenant: Tenant, key: MintedKey) =>
    organization.apiKeys.revokeApiKey(pathTo(tenant, key), asPerson(tenant.admin));
  const lineOf = async ({ secret }: MintedKey) => (await authenticate(secret)).lineId;
  /** Key, line and whether it has ended, of each revocation since the previous call. */
  const revocations = async ({ trail }: Tenant) =>
    (await trail())
      .filter(({ action }) => action === 'api_key.revoked')
      .map(({ target, metadata }) => {
        const { lineId, lineEnded } = metadata as Record<string, unknown>;
        return [target.id, lineId, lineEnded];
      });

  it('a key and its replacements are one line, which begins with the first key', async () => {
    const tenant = await createTenant(organization);
    const first = await mint(tenant, { level: 'organization', role: 'member' });
    const second = await rotate(tenant, first, 24);
    const third = await rotate(tenant, second, 24);
    expect(await Promise.all([first, second, third].map(lineOf))).toEqual([first.id, first.id, first.id]);
    const other = await mint(tenant, { level: 'organization', role: 'member' });
    expect(await lineOf(other)).toBe(other.id);
  });

  it('a key that was stored before there were lines begins one', async () => {
    const tenant = await createTenant(organization);
    const first = await mint(tenant, { level: 'user' });
    await organization.db.pool.query('update api_keys set line_id = null where id = $1', [first.id]);
    expect(await lineOf(first)).toBe(first.id);
    const second = await rotate(tenant, first, 24);
    expect(await lineOf(second)).toBe(first.id);
    await tenant.trail();
    await revoke(tenant, second);
    await revoke(tenant, first);
    expect(await revocations(tenant)).toEqual([
      [second.id, first.id, false],
      [first.id, first.id, true],
    ]);
  });

  it('the revocation of a key in its grace window does not end the line of its replacement', async () => {
    const tenant = await createTenant(organization);
    const first = await mint(tenant, { level: 'user' });
    const second = await rotate(tenant, first, 24);
    await tenant.trail();
    await revoke(tenant, first);
    expect(await revocations(tenant)).toEqual([[first.id, first.id, false]]);
    await revoke(tenant, second);
    expect(await revocations(tenant)).toEqual([[second.id, first.id, true]]);
  });

  it('an expired key does not keep its line, and a disabled one does', async () => {
    const tenant = await createTenant(organization);
    const [expiring, disabled] = [
      await mint(tenant, { level: 'user' }),
      await mint(tenant, { level: 'user' }),
    ];
    const [afterExpired, afterDisabled] = [
      await rotate(tenant, expiring, 24),
      await rotate(tenant, disabled, 24),
    ];
    await expire(expiring);
    await organization.apiKeys.disableApiKey(pathTo(tenant, disabled), asPerson(tenant.admin));
    await tenant.trail();
    await revoke(tenant, afterExpired);
    await revoke(tenant, afterDisabled);
    expect(await revocations(tenant)).toEqual([
      [afterExpired.id, expiring.id, true],
      [afterDisabled.id, disabled.id, false],
    ]);
  });

  it('the removal of a member ends the lines of which they have every live key, and no others', async () => {
    const tenant = await createTenant(organization);
    const grace = await tenant.person('admin');
    const workspace = await tenant.workspace();
    const scope = { level: 'workspace', role: 'member', workspace, by: grace } as const;
    const [own, shared] = [await mint(tenant, scope), await mint(tenant, scope)];
    const ownNext = await rotate(tenant, own, 24, grace);
    // The replacement is a key of the admin who rotated.
    await rotate(tenant, shared, 24);
    await tenant.trail();
    const request = { organizationSlug: tenant.slug, userId: grace.userId };
    await organization.calledBy('gateway').removeMember(request, asPerson(tenant.admin));
    expect(new Set(await revocations(tenant))).toEqual(
      new Set([
        [own.id, own.id, true],
        [ownNext.id, own.id, true],
        [shared.id, shared.id, false],
      ]),
    );
  });
});
