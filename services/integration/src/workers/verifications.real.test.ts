import { describe, expect, it } from 'vitest';
import { patiently } from '../attempts/attempts.fixture.ts';
import { me, secondsUntil, workerBed } from './workers.fixture.ts';

const given = workerBed();

describe('verifications in the background', () => {
  it('a background verification runs when it is due and schedules the next one with jitter', async () => {
    const tenant = given.bed.newTenant();
    const id = await given.bed.connectedForm(tenant);
    await tenant.trail();
    const before = await given.integrationOf(id);
    const calls = given.bed.requests('criteo', me).length;
    await given.dueNow(id);
    await expect
      .poll(async () => (await given.integrationOf(id))['status_checked_at'], patiently)
      .not.toEqual(before['status_checked_at']);
    const after = await given.integrationOf(id);
    expect(after).toMatchObject({ status: 'active', check_attempts: 0, updated_at: before['updated_at'] });
    expect(secondsUntil(after['check_at']) / 3600).toBeGreaterThan(4.7);
    expect(secondsUntil(after['check_at']) / 3600).toBeLessThan(7.3);
    expect(given.bed.requests('criteo', me)).toHaveLength(calls + 1);
    expect(await tenant.trail()).toEqual([]);
  });

  it('a refused background verification sets the status `error` as the system and is not repeated', async () => {
    const tenant = given.bed.newTenant();
    const id = await given.bed.connectedForm(tenant);
    await tenant.trail();
    given.bed.fail('criteo', me, { json: { data: [] } });
    await given.dueNow(id);
    await expect.poll(async () => (await given.integrationOf(id))['status'], patiently).toBe('error');
    expect(await given.integrationOf(id)).toMatchObject({
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
    const begin = Date.now();
    await given.dueNow(id);
    await expect
      .poll(async () => (await given.integrationOf(id))['last_error'], patiently)
      .toMatch(/in a few minutes/);
    expect(await given.integrationOf(id)).toMatchObject({ status: 'active', check_attempts: 1 });
    const { check_at: repeatAt } = await given.integrationOf(id);
    expect((repeatAt as Date).getTime() - begin).toBeGreaterThan(59_900);
    expect(secondsUntil(repeatAt)).toBeLessThan(121);
    given.bed.fail('criteo', me, { status: 429, headers: { 'retry-after': '40000' } });
    await given.sql(
      `update integrations set check_attempts = 4, check_at = now() - interval '1 second' where id = $1`,
      id,
    );
    await expect
      .poll(async () => (await given.integrationOf(id))['last_error'], patiently)
      .toMatch(/slow down/);
    expect(secondsUntil((await given.integrationOf(id))['check_at'])).toBeGreaterThan(39_900);
    expect(await given.integrationOf(id)).toMatchObject({ status: 'active', check_attempts: 5 });
    given.bed.fail('criteo');
    await given.dueNow(id);
    await expect.poll(async () => (await given.integrationOf(id))['last_error'], patiently).toBeNull();
    expect(await given.integrationOf(id)).toMatchObject({ check_attempts: 0 });
  });

  it('one of several processes runs a background verification', async () => {
    const tenant = given.bed.newTenant();
    const ids = await Promise.all(Array.from({ length: 6 }, () => given.bed.connectedForm(tenant)));
    const replica = await given.bed.service.replica({ pollMs: 20 });
    const calls = given.bed.requests('criteo', me).length;
    const release = given.bed.adProviders.of('criteo').hold();
    await given.sql(`update integrations set check_at = now() - interval '1 second' where id = any($1)`, ids);
    await expect.poll(() => given.bed.requests('criteo', me).length, patiently).toBe(calls + 6);
    // Time for a second claim of the same rows.
    await new Promise((resolve) => setTimeout(resolve, 300));
    release();
    await expect
      .poll(
        async () =>
          (await Promise.all(ids.map((id) => given.integrationOf(id)))).every(
            (row) => row['check_attempts'] === 0,
          ),
        patiently,
      )
      .toBe(true);
    expect(given.bed.requests('criteo', me)).toHaveLength(calls + 6);
    await replica.stop();
  });

  it('a background verification does not change an integration that is disabled meanwhile', async () => {
    const tenant = given.bed.newTenant();
    const id = await given.bed.connectedForm(tenant);
    const calls = given.bed.requests('criteo', me).length;
    const release = given.bed.adProviders.of('criteo').hold();
    await given.dueNow(id);
    await expect.poll(() => given.bed.requests('criteo', me).length, patiently).toBe(calls + 1);
    await given.bed.service.integrations.disableIntegration({ integrationId: id }, tenant.as());
    const disabled = await given.integrationOf(id);
    given.bed.fail('criteo', me, { json: { data: [] } });
    release();
    await new Promise((resolve) => setTimeout(resolve, 300));
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
    await given.dueNow(id);
    await expect.poll(() => given.bed.requests('rotating', '/me').length, patiently).toBe(calls + 1);
    release();
    release = given.bed.adProviders.of('rotating').hold();
    await expect.poll(() => given.bed.requests('rotating', '/token').length, patiently).toBe(renewals + 1);
    await given.bed.service.integrations.deleteIntegration({ integrationId: id }, tenant.as('admin'));
    release();
    await expect.poll(() => given.bed.row('revocations', id), patiently).toBeUndefined();
    expect(given.log.lines).toEqual([]);
  });

  it('background verifications of one provider leave half of the slots to others', async () => {
    const tenant = given.bed.newTenant();
    const slow = await Promise.all(Array.from({ length: 14 }, () => given.bed.connectedForm(tenant)));
    const other = await given.bed.connectedRotor(tenant);
    const before = await given.integrationOf(other);
    const calls = given.bed.requests('criteo', me).length;
    const release = given.bed.adProviders.of('criteo').hold();
    await given.sql(
      `update integrations set check_at = now() - interval '1 minute' where id = any($1)`,
      slow,
    );
    await given.dueNow(other);
    await expect
      .poll(async () => (await given.integrationOf(other))['status_checked_at'], patiently)
      .not.toEqual(before['status_checked_at']);
    await expect.poll(() => given.bed.requests('criteo', me).length, patiently).toBe(calls + 8);
    // The surplus jobs are due shortly, and their attempt does not count.
    const attempts = async () =>
      (await Promise.all(slow.map((id) => given.integrationOf(id))))
        .map((row) => Number(row['check_attempts']))
        .toSorted((a, b) => a - b);
    await expect.poll(attempts, patiently).toEqual([...Array(6).fill(0), ...Array(8).fill(1)]);
    release();
    await expect
      .poll(
        async () =>
          (await Promise.all(slow.map((id) => given.integrationOf(id)))).every(
            (row) => row['check_attempts'] === 0,
          ),
        patiently,
      )
      .toBe(true);
  });

  it('an authorization that cannot be renewed is reported before its end and verified right after it', async () => {
    const tenant = given.bed.newTenant();
    given.bed.rotor.lifetime = 3_600;
    const id = await given.bed.connectedRotor(tenant);
    expect(secondsUntil((await given.integrationOf(id))['check_at'])).toBeLessThan(3_602);
    given.log.lines.length = 0;
    await given.dueNow(id);
    await expect
      .poll(() => given.log.lines.filter(({ integration }) => integration === id), patiently)
      .toMatchObject([{ level: 'warn', provider: 'rotating', endsAt: expect.any(String) }]);
    await expect
      .poll(async () => secondsUntil((await given.integrationOf(id))['check_at']), patiently)
      .toBeGreaterThan(3_000);
    await given.sql(
      `update credentials set ends_at = now() - interval '1 second' where integration_id = $1`,
      id,
    );
    given.bed.fail('rotating', '/token', { status: 400, json: { error: 'invalid_grant' } });
    await tenant.trail();
    // The known end has passed, but the provider still accepts the token.
    const { status_checked_at: checkedAt } = await given.integrationOf(id);
    await given.dueNow(id);
    await expect
      .poll(async () => (await given.integrationOf(id))['status_checked_at'], patiently)
      .not.toEqual(checkedAt);
    expect(await given.integrationOf(id)).toMatchObject({ status: 'active' });
    given.bed.rotor.expireAccessTokens?.();
    await given.dueNow(id);
    await expect.poll(async () => (await given.integrationOf(id))['status'], patiently).toBe('error');
    expect((await given.integrationOf(id))['status_detail']).toMatch(/has expired/);
    // The end of the authorization is announced by another worker, whenever its turn comes.
    const changes = (await tenant.trail()).filter(
      ({ action }) => action !== 'integration.authorization_ending',
    );
    expect(changes).toMatchObject([{ actor: 'system', action: 'integration.status_changed' }]);
  });
});
