import { describe, expect, it } from 'vitest';
import { me, verificationIntervalMs, workerBed } from './workers.fixture.ts';

const given = workerBed();

describe('verifications in the background', () => {
  it('a background verification runs when it is due and schedules the next one with jitter', async () => {
    const tenant = given.bed.newTenant();
    const id = await given.bed.connectedForm(tenant);
    await tenant.trail();
    const before = await given.integrationOf(id);
    const calls = given.bed.requests('criteo', me).length;
    await given.verifyDue(id);
    const after = await given.integrationOf(id);
    expect(after).toMatchObject({
      status: 'active',
      check_attempts: 0,
      status_checked_at: given.bed.service.clock.now(),
      updated_at: before['updated_at'],
    });
    const intervals = (given.secondsUntil(after['check_at']) * 1_000) / verificationIntervalMs;
    expect(intervals).toBeGreaterThanOrEqual(0.79);
    expect(intervals).toBeLessThanOrEqual(1.21);
    expect(given.bed.requests('criteo', me)).toHaveLength(calls + 1);
    expect(await tenant.trail()).toEqual([]);
  });

  it('a refused background verification sets the status `error` as the system and is not repeated', async () => {
    const tenant = given.bed.newTenant();
    const id = await given.bed.connectedForm(tenant);
    await tenant.trail();
    given.bed.fail('criteo', me, { json: { data: [] } });
    await given.verifyDue(id);
    expect(await given.integrationOf(id)).toMatchObject({
      status: 'error',
      check_at: null,
      status_detail: expect.any(String),
    });
    expect(await tenant.trail()).toMatchObject([
      { action: 'integration.status_changed', actor: 'system', changes: { status: ['active', 'error'] } },
    ]);
  });

  it('a background verification backs off while the provider fails, and waits as long as the provider asks', async () => {
    const id = await given.bed.connectedForm(given.bed.newTenant());
    given.bed.fail('criteo', me);
    await given.verifyDue(id);
    const failed = await given.integrationOf(id);
    expect(failed).toMatchObject({
      status: 'active',
      check_attempts: 1,
      last_error: expect.stringMatching(/in a few minutes/),
    });
    expect(given.secondsUntil(failed['check_at'])).toBeGreaterThanOrEqual(59);
    expect(given.secondsUntil(failed['check_at'])).toBeLessThanOrEqual(121);
    given.bed.fail('criteo', me, { status: 429, headers: { 'retry-after': '40000' } });
    await given.verifyDue(id);
    const slowed = await given.integrationOf(id);
    expect(slowed).toMatchObject({
      status: 'active',
      check_attempts: 2,
      last_error: expect.stringMatching(/slow down/),
    });
    expect(given.secondsUntil(slowed['check_at'])).toBe(40_000);
    given.bed.fail('criteo');
    await given.verifyDue(id);
    expect(await given.integrationOf(id)).toMatchObject({ last_error: null, check_attempts: 0 });
  });

  it('one of several processes runs a background verification', async () => {
    const tenant = given.bed.newTenant();
    const ids = await Promise.all(Array.from({ length: 6 }, () => given.bed.connectedForm(tenant)));
    const replica = await given.bed.service.replica();
    const calls = given.bed.requests('criteo', me).length;
    const release = given.bed.adProviders.of('criteo').hold();
    await given.toVerification(...ids);
    const done = Promise.all([given.bed.service, replica].map((service) => service.runDue('verifications')));
    await given.bed.requested('criteo', me, calls + 6);
    release();
    await done;
    for (const id of ids) expect(await given.integrationOf(id)).toMatchObject({ check_attempts: 0 });
    expect(given.bed.requests('criteo', me)).toHaveLength(calls + 6);
    await replica.stop();
  });

  it('a background verification does not change an integration that is disabled meanwhile', async () => {
    const tenant = given.bed.newTenant();
    const id = await given.bed.connectedForm(tenant);
    const calls = given.bed.requests('criteo', me).length;
    const release = given.bed.adProviders.of('criteo').hold();
    await given.toVerification(id);
    const done = given.bed.service.runDue('verifications');
    await given.bed.requested('criteo', me, calls + 1);
    await given.bed.service.integrations.disableIntegration({ integrationId: id }, tenant.as());
    const disabled = await given.integrationOf(id);
    given.bed.fail('criteo', me, { json: { data: [] } });
    release();
    await done;
    expect(await given.integrationOf(id)).toEqual(disabled);
  });

  it('a background verification ends without an error when the integration is deleted during its renewal', async () => {
    const tenant = given.bed.newTenant();
    const id = await given.bed.connectedRotor(tenant);
    given.bed.rotor.expireAccessTokens?.();
    const renewals = given.bed.requests('rotating', '/token').length;
    const calls = given.bed.requests('rotating', '/me').length;
    let release = given.bed.adProviders.of('rotating').hold();
    given.log.lines.length = 0;
    await given.toVerification(id);
    const done = given.bed.service.runDue('verifications');
    await given.bed.requested('rotating', '/me', calls + 1);
    release();
    release = given.bed.adProviders.of('rotating').hold();
    await given.bed.requested('rotating', '/token', renewals + 1);
    await given.bed.service.integrations.deleteIntegration({ integrationId: id }, tenant.as('admin'));
    release();
    await done;
    await given.bed.service.runDue('revocations');
    expect(await given.bed.row('revocations', id)).toBeUndefined();
    expect(given.log.lines).toEqual([]);
  });

  it('background verifications of one provider leave half of the slots to others', async () => {
    const tenant = given.bed.newTenant();
    const slow = await Promise.all(Array.from({ length: 14 }, () => given.bed.connectedForm(tenant)));
    const other = await given.bed.connectedRotor(tenant);
    const calls = given.bed.requests('criteo', me).length;
    const others = given.bed.requests('rotating', '/me').length;
    const release = given.bed.adProviders.of('criteo').hold();
    await given.toVerification(...slow, other);
    const done = given.bed.service.runDue('verifications');
    await given.bed.requested('criteo', me, calls + 8);
    await given.bed.requested('rotating', '/me', others + 1);
    expect(given.bed.requests('criteo', me)).toHaveLength(calls + 8);
    release();
    await done;
    // The surplus jobs are due shortly, and their attempt does not count.
    const rows = await Promise.all(slow.map((id) => given.integrationOf(id)));
    expect(rows.map((row) => row['check_attempts'])).toEqual(Array(14).fill(0));
    expect(rows.filter((row) => given.secondsUntil(row['check_at']) <= 15)).toHaveLength(6);
    await given.bed.service.clock.advance(15_000);
    await given.bed.service.runDue('verifications');
    expect(given.bed.requests('criteo', me)).toHaveLength(calls + 14);
  });

  it('an authorization that cannot be renewed is reported before its end and verified right after it', async () => {
    const tenant = given.bed.newTenant();
    // Ends between the second and the third verification.
    given.bed.rotor.lifetime = 900;
    const id = await given.bed.connectedRotor(tenant);
    given.log.lines.length = 0;
    await given.verifyDue(id);
    expect(given.log.lines.filter(({ integration }) => integration === id)).toMatchObject([
      { level: 'warn', provider: 'rotating', endsAt: expect.any(String) },
    ]);
    const { check_at: checkAt, authorization_ends_at: endsAt } = await given.integrationOf(id);
    expect(Number(checkAt) - Number(endsAt)).toBe(1_000);
    given.bed.fail('rotating', '/token', { status: 400, json: { error: 'invalid_grant' } });
    await tenant.trail();
    // The known end has passed, but the provider still accepts the token.
    await given.verifyDue(id);
    expect(await given.integrationOf(id)).toMatchObject({ status: 'active', status_checked_at: checkAt });
    given.bed.rotor.expireAccessTokens?.();
    await given.verifyDue(id);
    expect(await given.integrationOf(id)).toMatchObject({
      status: 'error',
      status_detail: expect.stringMatching(/has expired/),
    });
    expect(await tenant.trail()).toMatchObject([{ actor: 'system', action: 'integration.status_changed' }]);
  });
});
