import { createLog } from '@patchbay/testing/log';
import { afterEach, describe, expect, it } from 'vitest';
import { criteoFields, sharedAttemptBed } from '../attempts/attempts.fixture.ts';
import type { Tenant } from '../tenant.fixture.ts';

const log = createLog();
const bed = await sharedAttemptBed({ logger: log.logger });
afterEach(() => bed.fail('criteo'));

const connect = async (
  tenant: Tenant,
  integrationId: string,
  fields: Record<string, string> = criteoFields,
) => {
  const { integration } = await bed.service.integrations.connectIntegration(
    { integrationId, fields },
    tenant.as(),
  );
  return integration ?? expect.unreachable();
};

describe('connectIntegration', () => {
  it('a member connects: the login is verified, the credentials are stored sealed and the connect link is deleted', async () => {
    const tenant = bed.newTenant();
    const { id } = await tenant.create();
    await tenant.trail();
    const integration = await connect(tenant, id);
    expect(integration).toMatchObject({ status: 'active', connectedAccount: 'Nordlicht Retail' });
    expect(integration.connectedAt).toEqual(integration.statusCheckedAt);
    expect(integration.connectLink).toBeUndefined();
    expect(await tenant.trail()).toMatchObject([
      {
        action: 'integration.connected',
        actor: 'user',
        changes: { status: ['pending', 'active'] },
        metadata: { provider: 'criteo', connectedAccount: 'Nordlicht Retail' },
      },
    ]);
    const stored = await bed.row('credentials', id);
    expect(stored).toMatchObject({ version: 1, key_id: bed.service.sealer.keyId, renewing_until: null });
    expect(Object.keys(stored?.['sealed'] as object).toSorted()).toEqual([
      'accessToken',
      'clientId',
      'clientSecret',
    ]);
    expect(JSON.stringify(stored)).not.toContain('criteo-customer-secret');
    const { check_at: checkAt } = (await bed.row('integrations', id)) ?? {};
    const hours = ((checkAt as Date).getTime() - bed.service.clock.now().getTime()) / 3_600_000;
    expect(hours).toBeGreaterThan(4.7);
    expect(hours).toBeLessThan(7.3);
  });

  it('a refused login sets the status `error` and keeps earlier credentials', async () => {
    const tenant = bed.newTenant();
    const id = await bed.connectedForm(tenant);
    await tenant.trail();
    const before = await bed.row('credentials', id);
    const integration = await connect(tenant, id, { ...criteoFields, clientSecret: 'wrong' });
    expect(integration).toMatchObject({ status: 'error', connectedAccount: 'Nordlicht Retail' });
    expect(integration.statusDetail).toMatch(/doesn't recognize what you entered/);
    expect(await tenant.trail()).toMatchObject([
      {
        action: 'integration.connect_failed',
        changes: { status: ['active', 'error'] },
        metadata: { kind: 'permanent' },
      },
    ]);
    expect(await bed.row('credentials', id)).toEqual(before);
    expect(await bed.row('integrations', id)).toMatchObject({ check_at: null });
    // A later success leaves the status `error`.
    expect(await connect(tenant, id)).toMatchObject({ status: 'active' });
    expect((await bed.row('credentials', id))?.['version']).toBe(2);
  });

  it('a transient connect failure does not change the status', async () => {
    const tenant = bed.newTenant();
    const { id } = await tenant.create();
    await tenant.trail();
    bed.fail('criteo', '/oauth2/token', { status: 502 });
    const integration = await connect(tenant, id);
    expect(integration).toMatchObject({ status: 'pending' });
    expect(integration.lastError).toMatch(/Try again in a few minutes/);
    expect(integration.lastErrorAt).toBeDefined();
    expect(integration.connectLink).toBeDefined();
    expect(await tenant.trail()).toMatchObject([
      { action: 'integration.connect_failed', changes: {}, metadata: { kind: 'transient' } },
    ]);
    expect(await bed.row('credentials', id)).toBeUndefined();
    bed.fail('criteo');
    expect(await connect(tenant, id).then(({ lastError }) => lastError)).toBeUndefined();
  });

  it('a fault of this installation is logged as an error without secrets', async () => {
    const tenant = bed.newTenant();
    const { id } = await tenant.create();
    await tenant.trail();
    bed.fail('criteo', '/2026-07/advertisers/me', { status: 410, json: { secret: 'told by the provider' } });
    log.lines.length = 0;
    const integration = await connect(tenant, id);
    expect(integration).toMatchObject({ status: 'pending' });
    expect(integration.lastError).toMatch(/This one is on us/);
    expect(await tenant.trail()).toMatchObject([{ metadata: { kind: 'ours' } }]);
    expect(log.lines).toMatchObject([
      { level: 'error', provider: 'criteo', integration: id, attempt: 'connect', reason: 'client_refused' },
    ]);
    const written = JSON.stringify(log.lines);
    for (const secret of ['told by', ...bed.adProviders.of('criteo').simulator.secrets()])
      expect(written).not.toContain(secret);
  });

  it('a disabled integration can be connected, also with an API key', async () => {
    const tenant = bed.newTenant();
    const { id: integrationId } = await tenant.create();
    await bed.service.integrations.disableIntegration({ integrationId }, tenant.as());
    await tenant.trail();
    const { integration } = await bed.service.integrations.connectIntegration(
      { integrationId, fields: criteoFields },
      tenant.byKey(),
    );
    expect(integration).toMatchObject({ status: 'active' });
    expect(await tenant.trail()).toMatchObject([
      { action: 'integration.connected', actor: 'api_key', changes: { status: ['disabled', 'active'] } },
    ]);
  });

  it('connecting refuses wrong fields by path, oauth providers, viewers and other workspaces', async () => {
    const tenant = bed.newTenant();
    const { id: integrationId } = await tenant.create();
    const oauth = await tenant.create({ provider: 'google_ads' });
    const ask = (id: string, fields: Record<string, string>, as = tenant.as()) =>
      bed.service.integrations.connectIntegration({ integrationId: id, fields }, as);
    await expect(ask(integrationId, { clientId: 'x', other: 'y' })).rejects.toMatchObject({
      code: 'invalid',
      problems: [{ path: 'other' }, { path: 'clientSecret' }],
    });
    await expect(ask(oauth.id, {})).rejects.toMatchObject({ code: 'invalid', problems: [{ path: '' }] });
    await expect(ask(integrationId, criteoFields, tenant.as('viewer'))).rejects.toMatchObject({
      code: 'forbidden',
    });
    for (const other of [tenant.sibling(), bed.newTenant()])
      await expect(ask(integrationId, criteoFields, other.as())).rejects.toMatchObject({ code: 'not_found' });
    expect(
      bed.requests('criteo', '/oauth2/token').filter(({ body }) => body.includes('client_id=x')),
    ).toEqual([]);
  });
});
