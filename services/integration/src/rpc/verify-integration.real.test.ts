import { afterEach, describe, expect, it } from 'vitest';
import { criteoFields, sharedAttemptBed } from '../attempts/attempts.fixture.ts';
import { answered, type Tenant } from '../tenant.fixture.ts';

const bed = await sharedAttemptBed();
afterEach(() => {
  for (const provider of ['criteo', 'rotating']) bed.fail(provider);
});

const me = '/2026-07/advertisers/me';
const call = async (tenant: Tenant, method: 'verifyIntegration' | 'enableIntegration', id: string) => {
  const { integration } = await bed.service.integrations[method]({ integrationId: id }, tenant.as());
  return integration ?? expect.unreachable();
};
const verify = (tenant: Tenant, id: string) => call(tenant, 'verifyIntegration', id);
const enable = (tenant: Tenant, id: string) => call(tenant, 'enableIntegration', id);
const disable = (tenant: Tenant, id: string) =>
  bed.service.integrations.disableIntegration({ integrationId: id }, tenant.as());

describe('verifyIntegration', () => {
  it('a verification records an event only when it changes the status', async () => {
    const tenant = bed.newTenant();
    const id = await bed.connectedForm(tenant);
    await tenant.trail();
    const first = await verify(tenant, id);
    expect(first).toMatchObject({ status: 'active', connectedAccount: 'Nordlicht Retail' });
    expect(await tenant.trail()).toEqual([]);

    bed.fail('criteo', me, { json: { data: [] } });
    const refused = await verify(tenant, id);
    expect(refused).toMatchObject({ status: 'error', connectedAccount: 'Nordlicht Retail' });
    expect(refused.statusDetail).toMatch(/no account/);
    expect(refused.connectedAt).toEqual(first.connectedAt);
    expect(await bed.row('integrations', id)).toMatchObject({ check_at: null });
    expect(await tenant.trail()).toMatchObject([
      { action: 'integration.status_changed', actor: 'user', changes: { status: ['active', 'error'] } },
    ]);

    bed.fail('criteo', me);
    const later = await verify(tenant, id);
    expect(later).toMatchObject({ status: 'error', lastError: expect.stringMatching(/in a few minutes/) });
    expect(later.statusDetail).toBe(refused.statusDetail);
    expect(await tenant.trail()).toEqual([]);

    bed.fail('criteo');
    const good = await verify(tenant, id);
    expect(good).toMatchObject({ status: 'active' });
    expect([good.statusDetail, good.lastError, good.lastErrorAt]).toEqual([undefined, undefined, undefined]);
    expect((await bed.row('integrations', id))?.['check_at']).toBeInstanceOf(Date);
    expect(await tenant.trail()).toMatchObject([{ changes: { status: ['error', 'active'] } }]);
  });

  it('a check of a person that has failed transiently is repeated soon, so that its warning goes with its cause', async () => {
    const tenant = bed.newTenant();
    const id = await bed.connectedForm(tenant);
    bed.fail('criteo', me);
    expect((await verify(tenant, id)).lastError).toMatch(/in a few minutes/);
    bed.fail('criteo');
    await bed.service.pass(120_000);
    await bed.service.runDue('verifications');
    const { lastError, lastErrorAt } = answered(
      await bed.service.integrations.getIntegration({ integrationId: id }, tenant.as()),
    );
    expect([lastError, lastErrorAt]).toEqual([undefined, undefined]);
  });

  it('a verification renews an access token that the provider refuses, once', async () => {
    const tenant = bed.newTenant();
    const id = await bed.connectedForm(tenant);
    bed.adProviders.of('criteo').simulator.expireAccessTokens?.();
    const logins = bed.requests('criteo', '/oauth2/token').length;
    expect(await verify(tenant, id)).toMatchObject({ status: 'active' });
    expect(bed.requests('criteo', '/oauth2/token')).toHaveLength(logins + 1);
    expect(await bed.row('credentials', id)).toMatchObject({ version: 2, renewing_until: null });
    // A refusal after the renewal is permanent.
    const expired = { errors: [{ code: 'authorization-token-expired' }] };
    bed.fail('criteo', me, { status: 401, json: expired });
    const refused = await verify(tenant, id);
    expect(refused).toMatchObject({ status: 'error' });
    expect(refused.statusDetail).toMatch(/withdrawn there or has expired/);
    expect(bed.requests('criteo', '/oauth2/token')).toHaveLength(logins + 2);
  });

  it('a verification renews an expired access token before it uses it', async () => {
    const tenant = bed.newTenant();
    const id = await bed.connectedForm(tenant);
    await bed.service.pass(900_000);
    const before = bed.requests('criteo', me).length;
    expect(await verify(tenant, id)).toMatchObject({ status: 'active' });
    expect(bed.requests('criteo', me)).toHaveLength(before + 1);
    expect(await bed.row('credentials', id)).toMatchObject({ version: 2 });
  });

  it('a verification fails and records nothing when the stored credentials cannot be decrypted', async () => {
    const tenant = bed.newTenant();
    const id = await bed.connectedForm(tenant);
    const other = await bed.connectedForm(tenant);
    await bed.service.db.pool.query(
      `update credentials set sealed = (select sealed from credentials where integration_id = $2)
       where integration_id = $1`,
      [id, other],
    );
    const before = await bed.row('integrations', id);
    await expect(verify(tenant, id)).rejects.toMatchObject({ code: 'internal' });
    expect(await bed.row('integrations', id)).toEqual(before);
  });

  it.each([
    ['refused', { json: { data: [] } }],
    ['good', undefined],
  ])(
    'a verification records nothing about credentials that were replaced during the call and were %s',
    async (_what, answer) => {
      const tenant = bed.newTenant();
      const id = await bed.connectedForm(tenant);
      await tenant.trail();
      const calls = bed.requests('criteo', me).length;
      const release = bed.adProviders.of('criteo').hold();
      const verification = verify(tenant, id);
      await bed.requested('criteo', me, calls + 1);
      // Like another process that connects it.
      await bed.service.db.pool.query(
        `with connected as (
         update integrations set connected_at = now() + interval '1 second', connected_account = 'New' where id = $1
       ) update credentials set version = version + 1 where integration_id = $1`,
        [id],
      );
      if (answer !== undefined) bed.fail('criteo', me, answer);
      release();
      expect(await verification).toMatchObject({ status: 'active', connectedAccount: 'New' });
      expect(await tenant.trail()).toEqual([]);
    },
  );
});

describe('enableIntegration', () => {
  it('enabling verifies first and records the status that it reached', async () => {
    const tenant = bed.newTenant();
    const id = await bed.connectedForm(tenant);
    await disable(tenant, id);
    await tenant.trail();
    expect(await enable(tenant, id)).toMatchObject({ status: 'active' });
    expect((await bed.row('integrations', id))?.['check_at']).toBeInstanceOf(Date);
    await disable(tenant, id);
    bed.fail('criteo', me, { json: { data: [] } });
    expect(await enable(tenant, id)).toMatchObject({
      status: 'error',
      statusDetail: expect.stringMatching(/no account/),
    });
    expect(await tenant.trail()).toMatchObject([
      { action: 'integration.enabled', metadata: { status: 'active' } },
      { action: 'integration.disabled' },
      {
        action: 'integration.enabled',
        metadata: { status: 'error' },
        changes: { status: ['disabled', 'error'] },
      },
    ]);
  });
});

it('no transaction is open while an attempt waits for a provider', async () => {
  const tenant = bed.newTenant();
  const { id } = await tenant.create();
  const connected = await bed.connectedForm(tenant);
  bed.adProviders.of('criteo').simulator.expireAccessTokens?.();
  const inTransaction = async () =>
    (
      await bed.service.db.pool.query(
        `select count(*)::int as count from pg_stat_activity
         where datname = current_database() and application_name = 'integration' and xact_start is not null`,
      )
    ).rows[0].count as number;
  const { integrations } = bed.service;
  const attempts = [
    () => integrations.connectIntegration({ integrationId: id, fields: criteoFields }, tenant.as()),
    // A verification, whose first call is refused, and the renewal after it.
    () => integrations.verifyIntegration({ integrationId: connected }, tenant.as()),
  ];
  for (const attempt of attempts) {
    const provider = bed.adProviders.of('criteo');
    let seen = provider.requests.length;
    let held = 0;
    let release = provider.hold();
    const done = attempt();
    const isOver = done.then(() => true);
    const isAsked = () => provider.until(({ length }) => length > seen).then(() => false);
    while (!(await Promise.race([isOver, isAsked()]))) {
      // Other transactions, of the outbox, end soon.
      await expect.poll(inTransaction, { timeout: 60_000 }).toBe(0);
      held += 1;
      seen = provider.requests.length;
      // The next request is held again: it is sent only after this one is answered.
      release();
      release = provider.hold();
    }
    release();
    await done;
    expect(held).toBeGreaterThan(1);
  }
});
