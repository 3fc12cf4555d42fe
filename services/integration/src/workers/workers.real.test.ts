import { prismaAdapter } from '@patchbay/database/prisma';
import { createPrismaTransact } from '@patchbay/database/prisma-transaction';
import { createLog } from '@patchbay/testing/log';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type AttemptBed, patiently, present, startAttemptBed } from '../attempts/attempt-bed.fixture.ts';
import { schema } from '../migrations.ts';
import { PrismaClient } from '../prisma/generated/client.ts';
import { claimDueRenewals, claimRenewals } from '../store/due-renewals.ts';
import { claimDueVerifications, claimVerifications } from '../store/due-verifications.ts';
import { findAnyIntegration } from '../store/integrations.ts';
import { oldestDue, readOldestDue } from '../store/oldest-due.ts';
import { deleteRevocation, putRevocation } from '../store/revocations.ts';
import { tokenOf } from '../tenant.fixture.ts';

const log = createLog();
const me = '/2026-07/advertisers/me';
let bed: AttemptBed;
beforeAll(async () => {
  bed = await startAttemptBed({ pollMs: 50, logger: log.logger });
});
afterEach(() => {
  for (const provider of ['criteo', 'rotating']) bed.fail(provider);
  bed.rotor.lifetime = undefined;
});
afterAll(() => bed?.stop());

const sql = async (text: string, ...values: unknown[]) =>
  (await bed.service.db.pool.query<Record<string, unknown>>(text, values)).rows;
const dueNow = (id: string) => sql('update integrations set check_at = now() where id = $1', id);
const renewNow = (id: string) => sql('update credentials set renew_at = now() where integration_id = $1', id);
const integrationOf = (id: string) => bed.row('integrations', id).then(present);
const secondsUntil = (time: unknown) => ((time as Date).getTime() - Date.now()) / 1_000;

describe('verifications in the background', () => {
  it('happen when they are due, and set the next one with jitter', async () => {
    const tenant = bed.newTenant();
    const id = await bed.connectedForm(tenant);
    await tenant.trail();
    const before = await integrationOf(id);
    const calls = bed.requests('criteo', me).length;
    await dueNow(id);
    await expect
      .poll(async () => (await integrationOf(id))['status_checked_at'], patiently)
      .not.toEqual(before['status_checked_at']);
    const after = await integrationOf(id);
    expect(after).toMatchObject({ status: 'active', check_attempts: 0, updated_at: before['updated_at'] });
    expect(secondsUntil(after['check_at']) / 3600).toBeGreaterThan(4.7);
    expect(secondsUntil(after['check_at']) / 3600).toBeLessThan(7.3);
    expect(bed.requests('criteo', me)).toHaveLength(calls + 1);
    expect(await tenant.trail()).toEqual([]);
  });

  it('turn the status to `error` as the system, and stop', async () => {
    const tenant = bed.newTenant();
    const id = await bed.connectedForm(tenant);
    await tenant.trail();
    bed.fail('criteo', me, { json: { data: [] } });
    await dueNow(id);
    await expect.poll(async () => (await integrationOf(id))['status'], patiently).toBe('error');
    expect(await integrationOf(id)).toMatchObject({ check_at: null, status_detail: expect.any(String) });
    expect(await tenant.trail()).toMatchObject([
      { action: 'integration.status_changed', actor: 'system', changes: { status: ['active', 'error'] } },
    ]);
  });

  it('are repeated later and later while the provider fails, and not before it allows', async () => {
    const id = await bed.connectedForm(bed.newTenant());
    bed.fail('criteo', me);
    await dueNow(id);
    await expect.poll(async () => (await integrationOf(id))['last_error'], patiently).toMatch(/later/);
    expect(await integrationOf(id)).toMatchObject({ status: 'active', check_attempts: 1 });
    expect(secondsUntil((await integrationOf(id))['check_at'])).toBeGreaterThan(58);
    expect(secondsUntil((await integrationOf(id))['check_at'])).toBeLessThan(121);
    bed.fail('criteo', me, { status: 429, headers: { 'retry-after': '40000' } });
    await sql('update integrations set check_attempts = 4, check_at = now() where id = $1', id);
    await expect
      .poll(async () => (await integrationOf(id))['last_error'], patiently)
      .toMatch(/too many requests/);
    expect(secondsUntil((await integrationOf(id))['check_at'])).toBeGreaterThan(39_900);
    expect(await integrationOf(id)).toMatchObject({ status: 'active', check_attempts: 5 });
    bed.fail('criteo');
    await dueNow(id);
    await expect.poll(async () => (await integrationOf(id))['last_error'], patiently).toBeNull();
    expect(await integrationOf(id)).toMatchObject({ check_attempts: 0 });
  });

  it('are done by one of several processes', async () => {
    const tenant = bed.newTenant();
    const ids = await Promise.all(Array.from({ length: 6 }, () => bed.connectedForm(tenant)));
    const replica = await bed.service.replica({ pollMs: 20 });
    const calls = bed.requests('criteo', me).length;
    const release = bed.adProviders.of('criteo').hold();
    await sql('update integrations set check_at = now() where id = any($1)', ids);
    await expect.poll(() => bed.requests('criteo', me).length, patiently).toBe(calls + 6);
    // Time for a second claim of the same rows.
    await new Promise((resolve) => setTimeout(resolve, 300));
    release();
    await expect
      .poll(
        async () => (await Promise.all(ids.map(integrationOf))).every((row) => row['check_attempts'] === 0),
        patiently,
      )
      .toBe(true);
    expect(bed.requests('criteo', me)).toHaveLength(calls + 6);
    await replica.stop();
  });

  it('change nothing about an integration that is disabled meanwhile', async () => {
    const tenant = bed.newTenant();
    const id = await bed.connectedForm(tenant);
    const calls = bed.requests('criteo', me).length;
    const release = bed.adProviders.of('criteo').hold();
    await dueNow(id);
    await expect.poll(() => bed.requests('criteo', me).length, patiently).toBe(calls + 1);
    await bed.service.integrations.disableIntegration({ integrationId: id }, tenant.as());
    const disabled = await integrationOf(id);
    bed.fail('criteo', me, { json: { data: [] } });
    release();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await integrationOf(id)).toEqual(disabled);
  });

  it('end quietly where the integration is deleted during the renewal that they need', async () => {
    const tenant = bed.newTenant();
    const id = await bed.connectedRotor(tenant);
    bed.rotor.expireAccessTokens?.();
    const renewals = bed.requests('rotating', '/token').length;
    const calls = bed.requests('rotating', '/me').length;
    let release = bed.adProviders.of('rotating').hold();
    log.lines.length = 0;
    await dueNow(id);
    await expect.poll(() => bed.requests('rotating', '/me').length, patiently).toBe(calls + 1);
    release();
    release = bed.adProviders.of('rotating').hold();
    await expect.poll(() => bed.requests('rotating', '/token').length, patiently).toBe(renewals + 1);
    await bed.service.integrations.deleteIntegration({ integrationId: id }, tenant.as('admin'));
    release();
    await expect.poll(() => bed.row('revocations', id), patiently).toBeUndefined();
    expect(log.lines).toEqual([]);
  });

  it('of one provider leave half of the slots to others', async () => {
    const tenant = bed.newTenant();
    const slow = await Promise.all(Array.from({ length: 14 }, () => bed.connectedForm(tenant)));
    const other = await bed.connectedRotor(tenant);
    const before = await integrationOf(other);
    const calls = bed.requests('criteo', me).length;
    const release = bed.adProviders.of('criteo').hold();
    await sql(`update integrations set check_at = now() - interval '1 minute' where id = any($1)`, slow);
    await dueNow(other);
    await expect
      .poll(async () => (await integrationOf(other))['status_checked_at'], patiently)
      .not.toEqual(before['status_checked_at']);
    await expect.poll(() => bed.requests('criteo', me).length, patiently).toBe(calls + 8);
    // Those that were one too many are due shortly, and their attempt does not count.
    const attempts = (await Promise.all(slow.map(integrationOf))).map((row) => row['check_attempts']);
    expect(attempts.filter((count) => count === 1)).toHaveLength(8);
    expect(attempts.filter((count) => count === 0)).toHaveLength(6);
    release();
    await expect
      .poll(
        async () => (await Promise.all(slow.map(integrationOf))).every((row) => row['check_attempts'] === 0),
        patiently,
      )
      .toBe(true);
  });

  it('happen right at the end of an authorization that nothing renews, which is reported before', async () => {
    const tenant = bed.newTenant();
    bed.rotor.lifetime = 3_600;
    const id = await bed.connectedRotor(tenant);
    expect(secondsUntil((await integrationOf(id))['check_at'])).toBeLessThan(3_602);
    log.lines.length = 0;
    await dueNow(id);
    await expect
      .poll(() => log.lines.filter(({ integration }) => integration === id), patiently)
      .toMatchObject([{ level: 'warn', provider: 'rotating', endsAt: expect.any(String) }]);
    await expect
      .poll(async () => secondsUntil((await integrationOf(id))['check_at']), patiently)
      .toBeGreaterThan(3_000);
    await sql('update credentials set ends_at = now() where integration_id = $1', id);
    bed.fail('rotating', '/token', { status: 400, json: { error: 'invalid_grant' } });
    await tenant.trail();
    // It should be over, but the provider still accepts it.
    const { status_checked_at: checkedAt } = await integrationOf(id);
    await dueNow(id);
    await expect
      .poll(async () => (await integrationOf(id))['status_checked_at'], patiently)
      .not.toEqual(checkedAt);
    expect(await integrationOf(id)).toMatchObject({ status: 'active' });
    bed.rotor.expireAccessTokens?.();
    await dueNow(id);
    await expect.poll(async () => (await integrationOf(id))['status'], patiently).toBe('error');
    expect((await integrationOf(id))['status_detail']).toMatch(/has ended/);
    expect(await tenant.trail()).toMatchObject([{ actor: 'system', action: 'integration.status_changed' }]);
  });
});

describe('renewals in the background', () => {
  const credentialsOf = (id: string) => bed.row('credentials', id).then(present);

  it('happen ahead of the end, and set the next one', async () => {
    const tenant = bed.newTenant();
    const id = await bed.connectedRotor(tenant);
    expect(secondsUntil((await credentialsOf(id))['renew_at'])).toBeGreaterThan(2_800);
    await tenant.trail();
    const before = await integrationOf(id);
    await renewNow(id);
    await expect.poll(async () => (await credentialsOf(id))['version'], patiently).toBe(2);
    expect(await credentialsOf(id)).toMatchObject({ renew_attempts: 0, renewing_until: null });
    expect(secondsUntil((await credentialsOf(id))['renew_at'])).toBeGreaterThan(2_800);
    expect(await integrationOf(id)).toEqual(before);
    expect(await tenant.trail()).toEqual([]);
  });

  it('turn the status to `error` where the provider refuses, and stop', async () => {
    const tenant = bed.newTenant();
    const id = await bed.connectedRotor(tenant);
    await tenant.trail();
    bed.fail('rotating', '/token', { status: 400, json: { error: 'invalid_grant' } });
    const renewals = bed.requests('rotating', '/token').length;
    await renewNow(id);
    await expect.poll(async () => (await integrationOf(id))['status'], patiently).toBe('error');
    expect(await tenant.trail()).toMatchObject([
      { action: 'integration.status_changed', actor: 'system', changes: { status: ['active', 'error'] } },
    ]);
    await renewNow(id);
    await expect
      .poll(async () => secondsUntil((await credentialsOf(id))['renew_at']), patiently)
      .toBeGreaterThan(80_000);
    expect(bed.requests('rotating', '/token')).toHaveLength(renewals + 1);
  });

  it('are repeated later while the provider fails, and leave the integration as it is', async () => {
    const id = await bed.connectedRotor(bed.newTenant());
    const before = await integrationOf(id);
    bed.fail('rotating', '/token', { status: 503, headers: { 'retry-after': '3000' } });
    await renewNow(id);
    await expect
      .poll(async () => secondsUntil((await credentialsOf(id))['renew_at']), patiently)
      .toBeGreaterThan(2_900);
    expect(await credentialsOf(id)).toMatchObject({ version: 1, renew_attempts: 1 });
    expect(secondsUntil((await credentialsOf(id))['renewing_until'])).toBeLessThan(1);
    expect(await integrationOf(id)).toEqual(before);
    bed.fail('rotating');
    await renewNow(id);
    await expect.poll(async () => (await credentialsOf(id))['version'], patiently).toBe(2);
  });

  it('are put off while an integration is disabled, and resumed when it is enabled', async () => {
    const tenant = bed.newTenant();
    const id = await bed.connectedRotor(tenant);
    await bed.service.integrations.disableIntegration({ integrationId: id }, tenant.as());
    const renewals = bed.requests('rotating', '/token').length;
    await renewNow(id);
    await expect
      .poll(async () => secondsUntil((await credentialsOf(id))['renew_at']), patiently)
      .toBeGreaterThan(80_000);
    expect(bed.requests('rotating', '/token')).toHaveLength(renewals);
    await bed.service.integrations.enableIntegration({ integrationId: id }, tenant.as());
    const { renew_at: renewAt, version } = await credentialsOf(id);
    expect(version).toBe(1);
    expect(secondsUntil(renewAt)).toBeLessThan(3_600);
  });
});

describe('revocations in the background', () => {
  const remove = (tenant: ReturnType<typeof bed.newTenant>, id: string) =>
    bed.service.integrations.deleteIntegration({ integrationId: id }, tenant.as('admin'));
  const waiting = (id: string) => bed.row('revocations', id);
  /** Makes it due again and again: the attempt before may still be about to postpone it. */
  const waitingDue = async (id: string) => {
    await sql('update revocations set attempt_at = now() where id = $1', id);
    return waiting(id);
  };

  it('revoke what was connected, and destroy it', async () => {
    const tenant = bed.newTenant();
    const id = await bed.connectedRotor(tenant);
    const { refreshToken } = bed.rotor;
    await remove(tenant, id);
    expect(await bed.row('credentials', id)).toBeUndefined();
    await expect.poll(() => bed.rotor.revoked, patiently).toContain(refreshToken);
    await expect.poll(() => waiting(id), patiently).toBeUndefined();
  });

  it('do not delay the deletion where the provider is down, and are repeated', async () => {
    const tenant = bed.newTenant();
    const id = await bed.connectedRotor(tenant);
    const { refreshToken } = bed.rotor;
    bed.fail('rotating', '/revoke');
    await remove(tenant, id);
    expect(await bed.row('integrations', id)).toBeUndefined();
    await expect
      .poll(async () => secondsUntil((await waiting(id))?.['attempt_at']), patiently)
      .toBeGreaterThan(59);
    expect(await waiting(id)).toMatchObject({ attempts: 1 });
    bed.fail('rotating');
    await expect.poll(() => waitingDue(id), patiently).toBeUndefined();
    expect(bed.rotor.revoked).toContain(refreshToken);
  });

  it('are given up after a day, and the credentials are destroyed all the same', async () => {
    const tenant = bed.newTenant();
    const id = await bed.connectedRotor(tenant);
    bed.fail('rotating', '/revoke');
    await remove(tenant, id);
    await expect.poll(async () => (await waiting(id))?.['attempts'], patiently).toBe(1);
    log.lines.length = 0;
    await sql(`update revocations set created_at = now() - interval '1 day' where id = $1`, id);
    await expect.poll(() => waitingDue(id), patiently).toBeUndefined();
    expect(log.lines).toMatchObject([{ level: 'warn', integration: id, provider: 'rotating' }]);
  });

  it('are left out while another integration of the organization is connected, where they end the whole grant', async () => {
    const tenant = bed.newTenant();
    const connectedGoogle = async (of = tenant) => {
      const integration = await of.create({ provider: 'google_ads', name: 'Google' });
      await bed.comeBack(await bed.consent(tokenOf(integration)));
      return integration.id;
    };
    const [first, second] = [await connectedGoogle(), await connectedGoogle(tenant.sibling())];
    const revoked = () => bed.requests('google_ads', '/revoke').length;
    const before = revoked();
    await remove(tenant, first);
    await expect.poll(() => waiting(first), patiently).toBeUndefined();
    expect(revoked()).toBe(before);
    await sql('delete from credentials where integration_id = $1', second);
    const last = await connectedGoogle();
    await remove(tenant, last);
    await expect.poll(() => waiting(last), patiently).toBeUndefined();
    expect(revoked()).toBe(before + 1);
  });

  it('do not destroy secrets that arrived after they were claimed', async () => {
    const { db, sealer } = bed.service;
    const tenant = bed.newTenant();
    const { id } = await tenant.create({ provider: 'rotating' });
    const { integration } = present(await findAnyIntegration(db, id));
    const prisma = new PrismaClient({ adapter: prismaAdapter(db, schema), errorFormat: 'minimal' });
    const transact = createPrismaTransact(prisma, db);
    const put = (refreshToken: string) =>
      transact('put', (tx) => putRevocation(tx, sealer, integration, { refreshToken }));
    // Claimed by nobody else: not due.
    await put('first');
    await sql(
      `update revocations set attempts = 1, attempt_at = now() + interval '1 hour' where id = $1`,
      id,
    );
    await put('second');
    await sql(`update revocations set attempt_at = now() + interval '1 hour' where id = $1`, id);
    // As whoever has claimed the first one does; the next claim has another number too.
    await deleteRevocation(db, { id, attempts: 1 });
    expect(await waiting(id)).toBeDefined();
    await sql('update revocations set attempts = attempts + 1 where id = $1', id);
    await deleteRevocation(db, { id, attempts: 1 });
    expect(await waiting(id)).toBeDefined();
    await sql('delete from revocations where id = $1', id);
  });

  it('count a refusal as done, and need none where the provider has no way to revoke', async () => {
    const tenant = bed.newTenant();
    const refused = await bed.connectedRotor(tenant);
    bed.fail('rotating', '/revoke', { status: 410 });
    await remove(tenant, refused);
    await expect.poll(() => waiting(refused), patiently).toBeUndefined();
    const form = await bed.connectedForm(tenant);
    await remove(tenant, form);
    expect(await waiting(form)).toBeUndefined();
  });
});

describe('claims', () => {
  it('find the next due rows by their indexes, however many there are', async () => {
    const tenant = bed.newTenant();
    await tenant.create();
    await sql(
      `insert into integrations (id, workspace_id, provider, name, status, connected_at, check_at)
       select gen_random_uuid(), $1, 'criteo', 'n', 'active', now(), now() + interval '1 day' * random()
       from generate_series(1, 20000)`,
      tenant.workspaceId,
    );
    await sql(
      `insert into credentials (integration_id, organization_id, workspace_id, sealed, key_id, renew_at)
       select id, gen_random_uuid(), workspace_id, '{}', 'k', now() + interval '1 day' * random()
       from integrations where name = 'n'`,
    );
    await sql('analyze integrations, credentials');
    for (const [statement, index] of [
      [claimDueVerifications, 'integrations_due'],
      [claimDueRenewals, 'credentials_due'],
    ] as const) {
      const text = statement.text
        .replaceAll('$1', '16')
        .replaceAll('$2', '60000')
        .replaceAll('$3', `array['busy']`);
      const plan = JSON.stringify(await sql(`explain (format json) ${text}`));
      expect(plan).toContain(index);
      expect(plan).not.toContain('Seq Scan');
    }
    const oldest = JSON.stringify(await sql(`explain (format json) ${oldestDue.text}`));
    expect(oldest).toContain('integrations_due');
    expect(oldest).toContain('credentials_due');
    const { db } = bed.service;
    expect(await claimVerifications(db, 16, 60_000)).toEqual([]);
    expect(await claimRenewals(db, 16, 60_000)).toEqual([]);
    await sql(`delete from integrations where name = 'n'`);
  });
});

describe('the age of the oldest due work', () => {
  it('is 0 where nothing is due, by queue', async () => {
    const idle = await startAttemptBed({ pollMs: 3_600_000 });
    const { db } = idle.service;
    expect(await readOldestDue(db)).toEqual({ verifications: 0, renewals: 0, revocations: 0 });
    const id = await idle.connectedRotor(idle.newTenant());
    expect(await readOldestDue(db)).toEqual({ verifications: 0, renewals: 0, revocations: 0 });
    await db.pool.query(`update integrations set check_at = now() - interval '100 seconds' where id = $1`, [
      id,
    ]);
    await db.pool.query(
      `update credentials set renew_at = now() - interval '50 seconds' where integration_id = $1`,
      [id],
    );
    const { verifications, renewals, revocations } = await readOldestDue(db);
    expect(verifications).toBeGreaterThan(99);
    expect(renewals).toBeGreaterThan(49);
    expect(renewals).toBeLessThan(99);
    expect(revocations).toBe(0);
    await idle.stop();
  });
});
