import { afterEach, describe, expect, it } from 'vitest';
import { openSecrets, type SealedSecrets } from '../store/sealed-secrets.ts';
import { type Tenant, tokenOf } from '../tenant.fixture.ts';
import { portalUrl } from '../test-bed.fixture.ts';
import { criteoFields, present, sharedAttemptBed } from './attempts.fixture.ts';

const me = '/2026-07/advertisers/me';
const bed = await sharedAttemptBed();
afterEach(() => {
  for (const provider of ['criteo', 'rotating']) bed.fail(provider);
});

const noAccounts = { json: { data: [] } };
const sql = (text: string, ...values: unknown[]) => bed.service.db.pool.query(text, values);
const connect = (tenant: Tenant, integrationId: string) =>
  bed.service.integrations.connectIntegration({ integrationId, fields: criteoFields }, tenant.as());
const changeSettings = (tenant: Tenant, integrationId: string, advertiserId: string) =>
  bed.service.integrations.updateIntegration({ integrationId, settings: { advertiserId } }, tenant.as());

/** Begins an attempt whose request to this path is held; resolves when it has arrived. */
async function hold<T>(provider: string, path: string, attempt: () => Promise<T>) {
  const calls = bed.requests(provider, path).length;
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const running = bed.adProviders.of(provider);
  let releaseNow = running.hold();
  const result = attempt();
  // Requests before that one are let through.
  let seen = running.requests.length;
  while (bed.requests(provider, path).length === calls) {
    await running.until(({ length }) => length > seen);
    if (bed.requests(provider, path).length > calls) break;
    seen = running.requests.length;
    releaseNow();
    releaseNow = running.hold();
  }
  void held.then(() => releaseNow());
  return { result, release: () => release() };
}

describe('a connect attempt that ends late', () => {
  it.each([
    ['permanent', noAccounts],
    ['transient', { status: 503 }],
  ])('a late connect failure does not overturn a later success: %s', async (kind, answer) => {
    const tenant = bed.newTenant();
    const { id } = await tenant.create();
    const { result, release } = await hold('criteo', me, () => connect(tenant, id));
    // Like another process that connects it.
    await sql(
      `update integrations set status = 'active', connected_at = now(), connected_account = 'New' where id = $1`,
      id,
    );
    await tenant.trail();
    const before = await bed.row('integrations', id);
    bed.fail('criteo', me, answer);
    release();
    expect((await result).integration).toMatchObject({ status: 'active', connectedAccount: 'New' });
    expect(await bed.row('integrations', id)).toEqual(before);
    expect(await tenant.trail()).toMatchObject([
      { action: 'integration.connect_failed', metadata: { kind }, changes: {} },
    ]);
  });

  it('a connect attempt succeeds although the settings changed, and is verified at once with the new ones', async () => {
    const tenant = bed.newTenant();
    const { id } = await tenant.create();
    const { result, release } = await hold('criteo', me, () => connect(tenant, id));
    await changeSettings(tenant, id, '999');
    release();
    expect((await result).integration).toMatchObject({ status: 'active', settings: { advertiserId: '999' } });
    const { check_at: checkAt } = present(await bed.row('integrations', id));
    expect(checkAt).toEqual(bed.service.clock.now());
  });

  it('a permanent connect failure does not count against settings that changed meanwhile', async () => {
    const tenant = bed.newTenant();
    const { id } = await tenant.create({ settings: { advertiserId: '999' } });
    const { result, release } = await hold('criteo', me, () => connect(tenant, id));
    await bed.service.integrations.updateIntegration({ integrationId: id, settings: {} }, tenant.as());
    await tenant.trail();
    release();
    expect((await result).integration).toMatchObject({ status: 'pending' });
    expect(await tenant.trail()).toMatchObject([{ metadata: { kind: 'permanent' }, changes: {} }]);
  });

  it('credentials issued for an integration deleted meanwhile are queued for revocation beside its earlier ones', async () => {
    const tenant = bed.newTenant();
    const id = await bed.connectedRotor(tenant);
    const { integration } = await bed.service.integrations.issueConnectLink(
      { integrationId: id },
      tenant.as(),
    );
    const query = await bed.consent(tokenOf(present(integration)));
    const { result, release } = await hold('rotating', '/me', () => bed.comeBack(query));
    await bed.service.integrations.deleteIntegration({ integrationId: id }, tenant.as('admin'));
    release();
    expect(await result).toBe(`${portalUrl}/connect/outcome?outcome=failed`);
    const { rows } = await sql(
      'select * from revocations where workspace_id = $1 order by id',
      tenant.workspaceId,
    );
    const workspace = { id: tenant.workspaceId, organizationId: tenant.organizationId };
    const tokens = rows.map(
      (row) =>
        openSecrets(bed.service.sealer, { id: row.id as string, workspace }, row.sealed as SealedSecrets)[
          'refreshToken'
        ],
    );
    expect(rows.map((row) => row.id as string)).toContain(id);
    expect(tokens).toHaveLength(2);
    expect(tokens).toContain(bed.rotor.refreshToken);
  });
});

describe('a verification during which the settings are changed', () => {
  it('a verification on request is repeated with the new settings when they change during it', async () => {
    const tenant = bed.newTenant();
    const id = await bed.connectedForm(tenant);
    await tenant.trail();
    const verify = () => bed.service.integrations.verifyIntegration({ integrationId: id }, tenant.as());
    const calls = bed.requests('criteo', me).length;
    const good = await hold('criteo', me, verify);
    await changeSettings(tenant, id, '999');
    good.release();
    expect((await good.result).integration).toMatchObject({
      status: 'error',
      statusDetail: expect.stringMatching(/account at .* that its settings name/),
    });
    expect(bed.requests('criteo', me)).toHaveLength(calls + 2);

    const bad = await hold('criteo', me, verify);
    await bed.service.integrations.updateIntegration({ integrationId: id, settings: {} }, tenant.as());
    bad.release();
    expect((await bad.result).integration).toMatchObject({ status: 'active' });
    expect((await tenant.trail()).map(({ action }) => action)).toEqual([
      'integration.updated',
      'integration.status_changed',
      'integration.updated',
      'integration.status_changed',
    ]);
  });

  it('a background verification is due again at once when the settings change during it', async () => {
    const tenant = bed.newTenant();
    const id = await bed.connectedForm(tenant);
    await sql('update integrations set check_at = null where id <> $1', id);
    const calls = bed.requests('criteo', me).length;
    const { result, release } = await hold('criteo', me, () => bed.service.pass(8 * 3_600_000));
    await changeSettings(tenant, id, '999');
    release();
    await result;
    expect(await bed.row('integrations', id)).toMatchObject({ status: 'error' });
    expect(bed.requests('criteo', me)).toHaveLength(calls + 2);
  });
});
