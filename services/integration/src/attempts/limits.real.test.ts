import '@patchbay/telemetry/fresh-modules';
import { OutgoingError } from '@patchbay/outgoing/outgoing';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type * as CredentialStore from '../store/credentials.ts';
import { outcomesOf, type Tenant, tokenOf } from '../tenant.fixture.ts';
import { portalUrl, type TestIntegration } from '../test-bed.fixture.ts';
import { type AttemptBed, criteoFields, startAttemptBed } from './attempts.fixture.ts';

/** Called with the id of an integration when a read of its credentials has ended. */
let onRead: (integrationId: string) => void = () => {};
vi.mock('../store/credentials.ts', async (original) => {
  const store = await original<typeof CredentialStore>();
  const findCredentials: typeof store.findCredentials = async (db, sealer, integration) => {
    const found = await store.findCredentials(db, sealer, integration);
    onRead(integration.id);
    return found;
  };
  return { ...store, findCredentials };
});

const me = '/2026-07/advertisers/me';
let bed: AttemptBed;
/** A process whose outgoing client refuses every request as busy. */
let full: TestIntegration;
beforeAll(async () => {
  bed = await startAttemptBed();
  full = await bed.service.replica({
    outgoing: { send: () => Promise.reject(new OutgoingError('busy', 'criteo.example')) },
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
    const { clock } = bed.service;
    await clock.advance(8 * 3_600_000);
    await full.runDue('verifications');
    const { check_at: at, check_attempts: _attempts, ...after } = (await bed.row('integrations', id)) ?? {};
    expect(before).toMatchObject(after);
    // The job is not due at the end of its lease, which is a minute away.
    const secondsLeft = ((at as Date).getTime() - clock.now().getTime()) / 1_000;
    expect(secondsLeft).toBeGreaterThanOrEqual(5);
    expect(secondsLeft).toBeLessThanOrEqual(15);
  });
});

describe('a verification on request', () => {
  it('two hundred concurrent requests to verify share one call of the provider and its result', async () => {
    const tenant = bed.newTenant();
    const id = await bed.connectedForm(tenant);
    const calls = bed.requests('criteo', me).length;
    const release = bed.adProviders.of('criteo').hold();
    const { promise: allHaveRead, resolve } = Promise.withResolvers<void>();
    let reads = 0;
    onRead = (read) => {
      if (read === id) reads += 1;
      if (reads === 200) resolve();
    };
    const verifications = Array.from({ length: 200 }, () => verify(tenant, id));
    await bed.requested('criteo', me, calls + 1);
    // A request joins the running verification in the turn of the event loop in which it has read the credentials.
    await allHaveRead;
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
    await bed.requested('criteo', me, calls + 3);
    const others = verify(one, other);
    await bed.requested('criteo', me, calls + 4);
    release();
    expect((await others).integration).toMatchObject({ status: 'active' });
    expect(await verifications).toEqual({ ok: 8 });
  });
});
