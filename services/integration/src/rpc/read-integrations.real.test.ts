import '@patchbay/telemetry/fresh-modules';
import { toJson } from '@bufbuild/protobuf';
import { ListIntegrationsResponseSchema } from '@patchbay/contracts/patchbay/integration/v1/integration_service';
import { createLog } from '@patchbay/testing/log';
import { recordStatements } from '@patchbay/testing/statements';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { sealToken } from '../store/connect-links.ts';
import { createTenant, type Tenant, tokenOf } from '../tenant.fixture.ts';
import { sharedIntegration } from '../test-bed.fixture.ts';

const statements = recordStatements();
const log = createLog();
const service = await sharedIntegration({ logger: log.logger });

const list = async (
  tenant: Tenant,
  filters: { status?: string; provider?: string } = {},
  options = tenant.as(),
) => (await service.integrations.listIntegrations(filters, options)).integrations;
const get = (tenant: Tenant, integrationId: string, options = tenant.as()) =>
  service.integrations.getIntegration({ integrationId }, options);

describe('listIntegrations', () => {
  it('a list has the integrations of the workspace alone, oldest first, for everybody who sees it', async () => {
    const tenant = createTenant(service);
    const first = await tenant.create({ name: 'First' });
    const second = await tenant.create({ name: 'Second', provider: 'meta_ads' });
    await tenant.sibling().create();
    await createTenant(service).create();
    for (const options of [
      tenant.as('viewer'),
      tenant.byKey({ role: 'viewer' }),
      tenant.byKey({ level: 'organization', role: 'viewer' }),
      tenant.byKey({ level: 'user' }),
    ])
      expect(await list(tenant, {}, options)).toEqual([first, second]);
    expect(await list(tenant.sibling())).toEqual([]);
  });

  it('a list shows an unknown provider by its value and leaves out a connect link that cannot be decrypted', async () => {
    const tenant = createTenant(service);
    const good = await tenant.create();
    const [unknown, sealed] = [await tenant.create(), await tenant.create()];
    await service.db.pool.query(`update integrations set provider = 'next_ads' where id = $1`, [unknown.id]);
    await service.db.pool.query(
      `update connect_links set sealed_token = 'gone.AAAA' where integration_id = $1`,
      [sealed.id],
    );
    log.lines.length = 0;
    const shown = await list(tenant);
    await list(tenant);
    expect(shown[0]).toEqual(good);
    expect(shown[1]).toMatchObject({ provider: 'next_ads', providerName: 'next_ads' });
    expect([shown[1]?.category, shown[1]?.authMethod]).toEqual([undefined, undefined]);
    expect(shown[2]).toMatchObject({ id: sealed.id });
    expect(shown[2]?.connectLink).toBeUndefined();
    expect(log.lines).toMatchObject([{ level: 'error', integration: sealed.id }]);
  });

  it('an integration of an unknown provider cannot be used but can be deleted', async () => {
    const tenant = createTenant(service);
    const integration = await tenant.create();
    const { id: integrationId } = integration;
    await service.db.pool.query(`update integrations set provider = 'next_ads' where id = $1`, [
      integrationId,
    ]);
    await service.db.pool.query(
      `insert into credentials (integration_id, organization_id, workspace_id, sealed, key_id)
       values ($1, $2, $3, '{}', 'k')`,
      [integrationId, tenant.organizationId, tenant.workspaceId],
    );
    const { integrations, connect } = service;
    const token = tokenOf(integration);
    for (const attempt of [
      () => integrations.verifyIntegration({ integrationId }, tenant.as()),
      () => integrations.connectIntegration({ integrationId, fields: {} }, tenant.as()),
      () => connect.startConnectOauth({ token }, tenant.as()),
      () => connect.submitConnectCredentials({ token, fields: {} }, tenant.as()),
      () => connect.getConnectPage({ token }, tenant.as()),
    ])
      await expect(attempt()).rejects.toMatchObject({
        code: 'conflict',
        publicText: expect.stringMatching(/does not know the provider next_ads/),
      });
    await integrations.deleteIntegration({ integrationId }, tenant.as('admin'));
    expect(await list(tenant)).toEqual([]);
  });

  it('a list can be filtered by status and provider', async () => {
    const tenant = createTenant(service);
    const criteo = await tenant.create();
    const meta = await tenant.create({ provider: 'meta_ads' });
    await service.integrations.disableIntegration({ integrationId: criteo.id }, tenant.as());
    const ids = async (filters: { status?: string; provider?: string }) =>
      (await list(tenant, filters)).map(({ id }) => id);
    expect(await ids({ status: 'disabled' })).toEqual([criteo.id]);
    expect(await ids({ status: 'pending' })).toEqual([meta.id]);
    expect(await ids({ provider: 'meta_ads' })).toEqual([meta.id]);
    expect(await ids({ provider: 'meta_ads', status: 'disabled' })).toEqual([]);
    expect(await ids({ status: 'active' })).toEqual([]);
  });

  it('a list refuses unknown filter values', async () => {
    const tenant = createTenant(service);
    await expect(list(tenant, { status: 'broken', provider: 'nobody' })).rejects.toMatchObject({
      code: 'invalid',
      problems: [
        { path: 'status', message: 'must be one of pending, active, error, disabled' },
        { path: 'provider', message: expect.stringMatching(/^must be one of \w+(, \w+)+$/) },
      ],
    });
    await expect(list(tenant, { status: '' })).rejects.toMatchObject({ problems: [{ path: 'status' }] });
    await expect(list(tenant, { provider: '__proto__' })).rejects.toMatchObject({
      problems: [{ path: 'provider' }],
    });
  });

  it('a list of 1,000 integrations with connect links takes one query', async () => {
    const tenant = createTenant(service);
    const { id } = await tenant.create();
    await service.db.pool.query(
      `insert into integrations (id, workspace_id, provider, name, created_at)
       select gen_random_uuid(), $1, 'criteo', 'Shop ' || number, now() + number * interval '1 ms'
       from generate_series(1, 999) as number`,
      [tenant.workspaceId],
    );
    let listed: Awaited<ReturnType<typeof list>> = [];
    const run = await statements.during(async () => {
      listed = await list(tenant);
    });
    expect(run).toEqual(['integrations of a workspace']);
    expect(listed).toHaveLength(1_000);
    expect(listed[0]?.id).toBe(id);
    expect(listed[0] && tokenOf(listed[0])).toMatch(/^[\w-]{43}$/);
    expect(listed.slice(1).map(({ name }) => name)).toEqual(
      Array.from({ length: 999 }, (_, index) => `Shop ${index + 1}`),
    );
  });

  it('a list of 1,000 integrations with the longest values that are accepted has less than 5.2 MB', async () => {
    const tenant = createTenant(service);
    const scope = 'https://api.adform.com/scope/';
    const longest = {
      provider: 'adform',
      name: '😀'.repeat(100),
      settings: { advertiserId: '7'.repeat(64), scopes: scope.padEnd(1_024, 'x') },
      returnUrl: 'https://app.example/'.padEnd(2_048, 'x'),
    };
    const first = await tenant.create(longest);
    for (const longer of [
      { ...longest, name: '😀'.repeat(101) },
      { ...longest, settings: { advertiserId: '7'.repeat(65) } },
      { ...longest, settings: { scopes: scope.padEnd(1_025, 'x') } },
      { ...longest, settings: { scopes: scope.padEnd(1_024, 'ä') } },
      { ...longest, returnUrl: 'https://app.example/'.padEnd(2_047, 'x').concat('ä') },
    ])
      await expect(tenant.create(longer)).rejects.toMatchObject({ code: 'invalid' });
    await service.db.pool.query(
      `update integrations set status = 'error', status_detail = $2, last_error = $3, connected_account = $4,
         created_by_email = $5, status_checked_at = now(), last_error_at = now(), connected_at = now(),
         authorization_ends_at = now(), last_used_at = now() where id = $1`,
      [first.id, 'x'.repeat(240), 'x'.repeat(120), '😀'.repeat(30), 'x'.repeat(254)],
    );
    const ids = Array.from({ length: 999 }, () => v7());
    await service.db.pool.query(
      `insert into integrations (id, workspace_id, provider, name, settings, return_url, status, status_detail, last_error,
         connected_account, created_by_email, status_checked_at, last_error_at, connected_at, authorization_ends_at, last_used_at)
       select copy, workspace_id, provider, name, settings, return_url, status, status_detail, last_error,
         connected_account, created_by_email, status_checked_at, last_error_at, connected_at, authorization_ends_at, last_used_at
       from integrations, unnest($2::uuid[]) as copy where id = $1`,
      [first.id, ids],
    );
    const { workspaceId, organizationId } = tenant;
    const workspace = { id: workspaceId, organizationId, slug: '', name: '', organizationName: '' };
    const tokens = ids.map((id) => sealToken(service.sealer, { id, workspace }, id, tokenOf(first)));
    await service.db.pool.query(
      `insert into connect_links (integration_id, organization_id, workspace_id, id, token_digest, sealed_token, expires_at)
       select id, $3, $4, id, sha256(id::text::bytea), token, now() from unnest($1::uuid[], $2::text[]) as link (id, token)`,
      [ids, tokens, organizationId, workspaceId],
    );
    const answer = await service.integrations.listIntegrations({}, tenant.as());
    expect(answer.integrations.filter(({ connectLink }) => connectLink !== undefined)).toHaveLength(1_000);
    // The names and values of the public answer.
    const bytes = Buffer.byteLength(JSON.stringify(toJson(ListIntegrationsResponseSchema, answer)));
    expect(bytes).toBeLessThan(5_200_000);
    expect(bytes).toBeGreaterThan(4_000_000);
  });

  it('values of an earlier version that are longer than accepted today are shown and kept', async () => {
    const tenant = createTenant(service);
    const { id } = await tenant.create();
    const settings = { advertiserId: '7'.repeat(4_096) };
    const returnUrl = `https://app.example/${'😀'.repeat(2_028)}`;
    await service.db.pool.query('update integrations set settings = $2, return_url = $3 where id = $1', [
      id,
      settings,
      returnUrl,
    ]);
    expect(await list(tenant)).toMatchObject([{ settings, returnUrl }]);
    const renamed = { integrationId: id, name: 'Renamed' };
    const { integration } = await service.integrations.updateIntegration(renamed, tenant.as());
    expect(integration).toMatchObject({ name: 'Renamed', settings, returnUrl });
  });
});

describe('getIntegration', () => {
  it('getIntegration returns what createIntegration returned, to everybody who sees the workspace', async () => {
    const tenant = createTenant(service);
    const integration = await tenant.create({ settings: { advertiserId: '7' } });
    for (const options of [tenant.as('viewer'), tenant.as('admin'), tenant.byKey({ role: 'viewer' })])
      expect((await get(tenant, integration.id, options)).integration).toEqual(integration);
    expect((await get(tenant, integration.id.toUpperCase())).integration).toEqual(integration);
  });

  it('getIntegration does not find an unknown or malformed id, or one of another workspace', async () => {
    const tenant = createTenant(service);
    const { id } = await tenant.create();
    for (const other of [tenant.sibling(), createTenant(service)])
      await expect(get(other, id, other.as('admin'))).rejects.toMatchObject({ code: 'not_found' });
    for (const unknown of [v7(), 'no-id', '', `${id}x`])
      await expect(get(tenant, unknown)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('getIntegration shows every field that the background sets, and an expired connect link', async () => {
    const tenant = createTenant(service);
    const { id } = await tenant.create({ connectLinkExpiresInDays: 1 });
    await service.pass(86_400_000);
    await service.db.pool.query(
      `update integrations set status = 'active', status_detail = 'Detail.', status_checked_at = '2026-04-01T12:00:00.123Z',
         last_error = 'Away.', last_error_at = '2026-04-01T13:00:00Z', connected_at = '2026-03-01T12:00:00Z',
         connected_account = 'Shop Ltd' where id = $1`,
      [id],
    );
    const { integration } = await get(tenant, id);
    expect(integration).toMatchObject({
      status: 'active',
      statusDetail: 'Detail.',
      statusCheckedAt: { seconds: BigInt(Date.UTC(2026, 3, 1, 12) / 1000), nanos: 123_000_000 },
      lastError: 'Away.',
      lastErrorAt: { seconds: BigInt(Date.UTC(2026, 3, 1, 13) / 1000) },
      connectedAt: { seconds: BigInt(Date.UTC(2026, 2, 1, 12) / 1000) },
      connectedAccount: 'Shop Ltd',
      connectLink: { expired: true },
    });
  });
});
