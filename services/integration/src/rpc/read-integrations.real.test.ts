import { createLog } from '@patchbay/testing/log';
import { recordStatements } from '@patchbay/testing/statements';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTenant, type Tenant, tokenOf } from '../tenant.fixture.ts';
import { startIntegration, type TestIntegration } from '../test-bed.fixture.ts';

const statements = recordStatements();
const log = createLog();
let service: TestIntegration;
beforeAll(async () => {
  service = await startIntegration({ logger: log.logger });
});
afterAll(() => service?.stop());

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
    const { id } = await tenant.create();
    await service.db.pool.query(
      `update integrations set status = 'active', status_detail = 'Detail.', status_checked_at = '2026-04-01T12:00:00.123Z',
         last_error = 'Away.', last_error_at = '2026-04-01T13:00:00Z', connected_at = '2026-03-01T12:00:00Z',
         connected_account = 'Shop Ltd' where id = $1`,
      [id],
    );
    await service.db.pool.query(
      `update connect_links set expires_at = now() - interval '1 second' where integration_id = $1`,
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
