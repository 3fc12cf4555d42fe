import type { UpdateIntegrationRequest } from '@patchbay/contracts/patchbay/integration/v1/integration_service';
import { describe, expect, it } from 'vitest';
import { answered, createTenant, outcomesOf, type Tenant } from '../tenant.fixture.ts';
import { sharedIntegration } from '../test-bed.fixture.ts';

const service = await sharedIntegration();

const read = async (tenant: Tenant, integrationId: string) =>
  answered(await service.integrations.getIntegration({ integrationId }, tenant.as()));

/** Makes it active and due for a verification, as a connection does. */
const activate = (id: string) =>
  service.db.pool.query(
    `update integrations set status = 'active', connected_at = now(), connected_account = 'Shop Ltd',
       check_at = now() + interval '6 hours', check_attempts = 2 where id = $1`,
    [id],
  );
const scheduleOf = async (id: string) => {
  const text =
    'select check_at is not null as due, check_attempts as attempts from integrations where id = $1';
  return (await service.db.pool.query<{ due: boolean; attempts: number }>(text, [id])).rows[0];
};

describe('updateIntegration', () => {
  const update = async (
    tenant: Tenant,
    integrationId: string,
    request: Partial<Pick<UpdateIntegrationRequest, 'name' | 'settings' | 'returnUrl' | 'clearReturnUrl'>>,
    options = tenant.as(),
  ) => answered(await service.integrations.updateIntegration({ integrationId, ...request }, options));

  it('an update changes name, settings and return URL with one event', async () => {
    const tenant = createTenant(service);
    const before = await tenant.create({ settings: { advertiserId: '7' } });
    await tenant.trail();
    await service.clock.advance(1);
    const after = await update(tenant, before.id, {
      name: ' Store ',
      settings: { advertiserId: '8' },
      returnUrl: 'https://app.example',
    });
    expect(after).toEqual({
      ...before,
      name: 'Store',
      settings: { advertiserId: '8' },
      returnUrl: 'https://app.example',
      updatedAt: after.updatedAt,
    });
    expect(after.updatedAt).not.toEqual(before.updatedAt);
    expect(await read(tenant, before.id)).toEqual(after);
    expect(await tenant.trail()).toEqual([
      {
        action: 'integration.updated',
        actor: 'user',
        workspace: 'Spring',
        target: { type: 'integration', id: before.id, name: 'Store' },
        changes: {
          name: ['Shop', 'Store'],
          settings: [{ advertiserId: '7' }, { advertiserId: '8' }],
          returnUrl: [null, 'https://app.example'],
        },
        metadata: { provider: 'criteo' },
      },
    ]);
  });

  it('an update keeps fields that are not given, replaces all settings and can clear the return URL', async () => {
    const tenant = createTenant(service);
    const { id } = await tenant.create({
      provider: 'the_trade_desk',
      settings: { partnerId: 'abc', environment: 'sandbox' },
      returnUrl: 'https://app.example',
    });
    expect((await update(tenant, id, { name: 'Store' })).settings).toEqual({
      partnerId: 'abc',
      environment: 'sandbox',
    });
    const { settings, returnUrl } = await update(tenant, id, {
      settings: { partnerId: 'abc' },
      clearReturnUrl: true,
    });
    expect({ settings, returnUrl }).toEqual({ settings: { partnerId: 'abc' }, returnUrl: undefined });
    expect((await update(tenant, id, { settings: {} })).settings).toEqual({});
  });

  it('an update without a change writes nothing', async () => {
    const tenant = createTenant(service);
    const before = await tenant.create({ settings: { advertiserId: '7' } });
    await tenant.trail();
    expect(await update(tenant, before.id, {})).toEqual(before);
    const same = { name: 'Shop ', settings: { advertiserId: '7' }, clearReturnUrl: true };
    expect(await update(tenant, before.id, same)).toEqual(before);
    expect(await tenant.trail()).toEqual([]);
  });

  it('an update without the required settings is refused with every problem named', async () => {
    const tenant = createTenant(service);
    const { id } = await tenant.create({ provider: 'amazon_dsp', settings: { region: 'EU' } });
    await expect(update(tenant, id, { settings: {} })).rejects.toMatchObject({
      code: 'invalid',
      problems: [{ path: 'settings.region', message: 'is required' }],
    });
    await expect(
      update(tenant, id, { name: ' ', settings: { region: 'XX' }, returnUrl: 'http://app.example' }),
    ).rejects.toMatchObject({
      problems: [{ path: 'name' }, { path: 'settings.region' }, { path: 'returnUrl' }],
    });
    expect((await read(tenant, id)).settings).toEqual({ region: 'EU' });
  });

  it('an update verifies nothing: status and schedule stay', async () => {
    const tenant = createTenant(service);
    const { id } = await tenant.create();
    await activate(id);
    expect((await update(tenant, id, { settings: { advertiserId: '9' } })).status).toBe('active');
    expect(await scheduleOf(id)).toEqual({ due: true, attempts: 2 });
  });

  it('concurrent updates of different fields both take effect', async () => {
    const tenant = createTenant(service);
    const { id } = await tenant.create();
    const changes = [
      { name: 'Store' },
      { returnUrl: 'https://app.example' },
      { settings: { advertiserId: '8' } },
    ];
    expect(await outcomesOf(changes.map((change) => update(tenant, id, change)))).toEqual({ ok: 3 });
    expect(await read(tenant, id)).toMatchObject({
      name: 'Store',
      returnUrl: 'https://app.example',
      settings: { advertiserId: '8' },
    });
  });
});

describe('disableIntegration', () => {
  const disable = async (tenant: Tenant, integrationId: string, options = tenant.as()) =>
    answered(await service.integrations.disableIntegration({ integrationId }, options));

  it('disabling keeps credentials and connect link, and ends background verification', async () => {
    const tenant = createTenant(service);
    const { id } = await tenant.create();
    await activate(id);
    const before = await read(tenant, id);
    await tenant.trail();
    const after = await disable(tenant, id);
    expect(after).toEqual({ ...before, status: 'disabled', updatedAt: after.updatedAt });
    expect(await scheduleOf(id)).toEqual({ due: false, attempts: 0 });
    expect(await tenant.trail()).toMatchObject([
      { action: 'integration.disabled', changes: { status: ['active', 'disabled'] } },
    ]);
  });
});
