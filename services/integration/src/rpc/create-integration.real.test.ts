import { timestampDate } from '@bufbuild/protobuf/wkt';
import { digestOf } from '@patchbay/tokens/token';
import { describe, expect, it } from 'vitest';
import { answered, createTenant, outcomesOf, type Tenant, tokenOf } from '../tenant.fixture.ts';
import { sharedIntegration } from '../test-bed.fixture.ts';

const service = await sharedIntegration();

const dayMs = 86_400_000;

const countOf = async ({ workspaceId }: Tenant): Promise<number> => {
  const text = 'select count(*)::int as count from integrations where workspace_id = $1';
  return (await service.db.pool.query<{ count: number }>(text, [workspaceId])).rows[0]?.count ?? 0;
};

/** Inserts integrations without going through the service. */
const fill = async ({ workspaceId }: Tenant, count: number): Promise<void> => {
  await service.db.pool.query(
    `insert into integrations (id, workspace_id, provider, name)
     select gen_random_uuid(), $1, 'criteo', 'Shop ' || number from generate_series(1, $2) as number`,
    [workspaceId, count],
  );
};

describe('createIntegration', () => {
  it('a creation returns the pending integration with its first connect link and records one event', async () => {
    const tenant = createTenant(service);
    const integration = await tenant.create({
      provider: 'google_ads',
      name: ' Shop ',
      settings: { customerId: '123-456-7890' },
      returnUrl: 'https://app.example/done?client=7',
      connectLinkExpiresInDays: 30,
    });
    const { id, createdAt, updatedAt, connectLink, ...rest } = integration;
    expect(rest).toMatchObject({
      workspaceId: tenant.workspaceId,
      provider: 'google_ads',
      providerName: 'Google Ads',
      category: 'wg',
      authMethod: 'oauth',
      name: 'Shop',
      status: 'pending',
      settings: { customerId: '1234567890' },
      returnUrl: 'https://app.example/done?client=7',
      createdByEmail: tenant.person.email,
    });
    const unset = { statusDetail: undefined, statusCheckedAt: undefined, connectedAccount: undefined };
    expect({
      ...rest,
      ...unset,
      lastError: undefined,
      lastErrorAt: undefined,
      connectedAt: undefined,
    }).toEqual(rest);
    expect(updatedAt).toEqual(createdAt);
    expect(connectLink?.connectUrl).toMatch(/^https:\/\/portal\.example\/connect\/[\w-]{43}$/);
    expect(connectLink?.expired).toBe(false);
    if (!connectLink?.expiresAt || !createdAt) throw new Error('a time is missing');
    const lifetime = timestampDate(connectLink.expiresAt).getTime() - timestampDate(createdAt).getTime();
    expect(Math.abs(lifetime - 30 * dayMs)).toBeLessThan(60_000);
    expect(await tenant.trail()).toEqual([
      {
        action: 'integration.created',
        actor: 'user',
        workspace: 'Spring',
        target: { type: 'integration', id, name: 'Shop' },
        changes: {
          name: [null, 'Shop'],
          provider: [null, 'google_ads'],
          access: [null, 'read'],
          settings: [null, { customerId: '1234567890' }],
          returnUrl: [null, 'https://app.example/done?client=7'],
        },
        metadata: { provider: 'google_ads' },
      },
    ]);
  });

  it('the token of a connect link is stored only as a digest and sealed', async () => {
    const tenant = createTenant(service);
    const integration = await tenant.create();
    const token = tokenOf(integration);
    const { rows } = await service.db.pool.query<{ row: string; digest: Buffer; key: string }>(
      `select l::text as row, token_digest as digest, split_part(sealed_token, '.', 1) as key
       from connect_links l where integration_id = $1`,
      [integration.id],
    );
    expect(rows[0]?.row).not.toContain(token);
    expect(rows[0]?.digest.equals(digestOf(token))).toBe(true);
    expect(rows[0]?.key).toBe(service.sealer.keyId);
    const { integration: read } = await service.integrations.getIntegration(
      { integrationId: integration.id },
      tenant.as('viewer'),
    );
    expect(read && tokenOf(read)).toBe(token);
  });

  it('a sealed token copied to the connect link of another integration cannot be decrypted', async () => {
    const tenant = createTenant(service);
    const [one, other] = [await tenant.create(), await tenant.create()];
    await service.db.pool.query(
      `update connect_links set sealed_token = (select sealed_token from connect_links where integration_id = $1)
       where integration_id = $2`,
      [one.id, other.id],
    );
    const read = answered(
      await service.integrations.getIntegration({ integrationId: other.id }, tenant.as()),
    );
    expect(read.connectLink).toBeUndefined();
  });

  it('a connect link lasts 7 days by default', async () => {
    const { connectLink, createdAt } = await createTenant(service).create();
    if (!connectLink?.expiresAt || !createdAt) throw new Error('a time is missing');
    const lifetime = timestampDate(connectLink.expiresAt).getTime() - timestampDate(createdAt).getTime();
    expect(Math.abs(lifetime - 7 * dayMs)).toBeLessThan(60_000);
  });

  it('a refused creation names every problem at once', async () => {
    const tenant = createTenant(service);
    const create = (request: object) =>
      service.integrations.createIntegration(
        { provider: 'amazon_dsp', name: 'Shop', ...request },
        tenant.as(),
      );
    await expect(
      create({
        name: 'a\u0000',
        settings: { shop: 'x' },
        returnUrl: 'http://app.example',
        connectLinkExpiresInDays: 31,
      }),
    ).rejects.toMatchObject({
      code: 'invalid',
      problems: [
        { path: 'name' },
        { path: 'settings.shop', message: 'is not a field of this provider' },
        { path: 'settings.region', message: 'is required' },
        { path: 'returnUrl' },
        { path: 'connectLinkExpiresInDays' },
      ],
    });
    await expect(create({ provider: 'constructor', name: '' })).rejects.toMatchObject({
      problems: [{ path: 'provider' }, { path: 'name' }],
    });
    for (const name of ['constructor', '__proto__']) {
      const settings = JSON.parse(`{"region": "EU", "${name}": "x"}`) as object;
      await expect(create({ settings })).rejects.toMatchObject({ problems: [{ path: `settings.${name}` }] });
    }
    expect(await tenant.trail()).toEqual([]);
  });

  it('a workspace never has more than 1,000 integrations, also under concurrency', async () => {
    const tenant = createTenant(service);
    await tenant.create();
    await fill(tenant, 997);
    const calls = Array.from({ length: 6 }, () => tenant.create());
    expect(await outcomesOf(calls)).toEqual({ ok: 2, conflict: 4 });
    expect(await countOf(tenant)).toBe(1_000);
    // Other workspaces count apart.
    await tenant.sibling().create();
  });

  it('concurrent first creations insert the row of the workspace once', async () => {
    const tenant = createTenant(service);
    expect(await outcomesOf(Array.from({ length: 8 }, () => tenant.create()))).toEqual({ ok: 8 });
  });
});
