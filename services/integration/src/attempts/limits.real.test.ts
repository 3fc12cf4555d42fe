import { OutgoingError } from '@patchbay/outgoing/outgoing';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type * as CredentialStore from '../store/credentials.ts';
import { outcomesOf, type Tenant, tokenOf } from '../tenant.fixture.ts';
import { portalUrl, type TestIntegration } from '../test-bed.fixture.ts';
import { type AttemptBed, criteoFields, patiently, startAttemptBed } from './attempts.fixture.ts';

/** The ids of the integrations whose credentials were read, once for each read that has ended. */
const reads: string[] = [];
vi.mock('../store/credentials.ts', async (original) => {
  const store = await original<typeof CredentialStore>();
  const findCredentials: typeof store.findCredentials = async (db, sealer, integration) => {
    const found = await store.findCredentials(db, sealer, integration);
    reads.push(integration.id);
    return found;
  };
  return { ...store, findCredentials };
});

const me = '/2026-07/advertisers/me';
let bed: AttemptBed;
/** A process whose outgoing client refuses every request as busy. */
let full: TestIntegration;
beforeAll(async () => {
  bed = await startAttemptBed({ pollMs: 3_600_000 });
  full = await bed.service.replica({
    outgoing: { send: () => Promise.reject(new OutgoingError('busy', 'criteo.example')) },
    pollMs: 50,
  });
});
afterEach(() => bed.fail('criteo'));
afterAll(async () => {
  await full?.stop();
  await bed?.stop();
});

const verify = (tenant: Tenant, integrationId: string, service = bed.service) =>
  service.integrations.verifyIntegration({ integrationId }, tenant.as());

describe('an interrupted attempt', () => {
  it('an interrupted attempt fails as unavailable and records nothing', async () => {
    const tenant = bed.newTenant();
    const id = await bed.connectedForm(tenant);
    await tenant.trail();
    const before = await bed.row('integrations', id);
    await expect(verify(tenant, id, full)).rejects.toMatchObject({ code: 'unavailable' });
    await expect(
      full.integrations.connectIntegration({ integrationId: id, fields: criteoFields }, tenant.as()),
    ).rejects.toMatchObject({ code: 'unavailable' });
    expect(await bed.row('integrations', id)).toEqual(before);
    expect(await tenant.trail()).toEqual([]);
  });

  it('a person who returns from a consent is asked to try again when the attempt is interrupted, and nothing is recorded', async () => {
    const tenant = bed.newTenant();
    const integration = await tenant.create({ provider: 'rotating' });
    await tenant.trail();
    const before = await bed.row('integrations', integration.id);
    const query = await bed.consent(tokenOf(integration));
    const { location } = await full.connect.completeConnectOauth({ query }, tenant.as());
    expect(location).toBe(`${portalUrl}/connect/outcome?outcome=retry`);
    expect(await bed.row('integrations', integration.id)).toEqual(before);
    expect(await tenant.trail()).toEqual([]);
  });

  it('the background repeats an interrupted verification shortly after and records nothing about it', async () => {
    const id = await bed.connectedForm(bed.newTenant());
    const before = await bed.row('integrations', id);
    await bed.service.db.pool.query(
      `update integrations set check_at = now() - interval '1 second' where id = $1`,
      [id],
    );
    const secondsLeft = async () => {
      const at = (await bed.row('integrations', id))?.['check_at'] as Date;
      return (at.getTime() - Date.now()) / 1_000;
    };
    await expect.poll(secondsLeft, patiently).toBeGreaterThan(3);
    // The job is not due at the end of its lease, which is a minute away.
    await expect.poll(secondsLeft, patiently).toBeLessThan(16);
    const { check_at: _at, check_attempts: _attempts, ...after } = (await bed.row('integrations', id)) ?? {};
    expect(before).toMatchObject(after);
  });
});

describe('a verification on request', () => {
  it('two hundred concurrent requests to verify share one call of the provider and its result', async () => {
    const tenant = bed.newTenant();
    const id = await bed.connectedForm(tenant);
    const calls = bed.requests('criteo', me).length;
    const release = bed.adProviders.of('criteo').hold();
    reads.length = 0;
    const verifications = Array.from({ length: 200 }, () => verify(tenant, id));
    await expect.poll(() => bed.requests('criteo', me).length, patiently).toBe(calls + 1);
    // A request joins the running verification in the turn of the event loop in which it has read the credentials.
    await expect.poll(() => reads.filter((read) => read === id).length, patiently).toBe(200);
    bed.fail('criteo', me, { json: { data: [] } });
    release();
    for (const { integration } of await Promise.all(verifications))
      expect(integration).toMatchObject({
        status: 'error',
        statusDetail: expect.stringMatching(/no account/),
      });
    expect(bed.requests('criteo', me)).toHaveLength(calls + 1);
  });

  it('a verification on request runs although the background waits because the provider asked for it', async () => {
    const tenant = bed.newTenant();
    const id = await bed.connectedForm(tenant);
    bed.fail('criteo', me, { status: 429, headers: { 'retry-after': '3600' } });
    const { integration } = await verify(tenant, id);
    expect(integration?.lastError).toMatch(/slow down/);
    bed.fail('criteo');
    const again = await verify(tenant, id);
    expect(again.integration?.lastError).toBeUndefined();
  });

  it('attempts of one organization leave room for other organizations at the same provider', async () => {
    const [many, one] = [bed.newTenant(), bed.newTenant()];
    const ids = await Promise.all(Array.from({ length: 8 }, () => bed.connectedForm(many)));
    const other = await bed.connectedForm(one);
    const calls = bed.requests('criteo', me).length;
    const release = bed.adProviders.of('criteo').hold();
    const verifications = outcomesOf(ids.map((id) => verify(many, id)));
    await expect.poll(() => bed.requests('criteo', me).length, patiently).toBe(calls + 3);
    const others = verify(one, other);
    await expect.poll(() => bed.requests('criteo', me).length, patiently).toBe(calls + 4);
    release();
    expect((await others).integration).toMatchObject({ status: 'active' });
    expect(await verifications).toEqual({ ok: 8 });
  });
});
