import { describe, expect, it } from 'vitest';
import { patiently, present } from '../attempts/attempts.fixture.ts';
import { secondsUntil, workerBed } from './workers.fixture.ts';

const given = workerBed();

describe('renewals in the background', () => {
  const credentialsOf = (id: string) => given.bed.row('credentials', id).then(present);

  it('a background renewal runs before the token ends and schedules the next one', async () => {
    const tenant = given.bed.newTenant();
    const id = await given.bed.connectedRotor(tenant);
    expect(secondsUntil((await credentialsOf(id))['renew_at'])).toBeGreaterThan(2_800);
    await tenant.trail();
    const before = await given.integrationOf(id);
    await given.renewNow(id);
    await expect.poll(async () => (await credentialsOf(id))['version'], patiently).toBe(2);
    expect(await credentialsOf(id)).toMatchObject({ renew_attempts: 0, renewing_until: null });
    expect(secondsUntil((await credentialsOf(id))['renew_at'])).toBeGreaterThan(2_800);
    expect(await given.integrationOf(id)).toEqual(before);
    expect(await tenant.trail()).toEqual([]);
  });

  it('a refused background renewal sets the status `error` and is not repeated', async () => {
    const tenant = given.bed.newTenant();
    const id = await given.bed.connectedRotor(tenant);
    await tenant.trail();
    given.bed.fail('rotating', '/token', { status: 400, json: { error: 'invalid_grant' } });
    const renewals = given.bed.requests('rotating', '/token').length;
    await given.renewNow(id);
    await expect.poll(async () => (await given.integrationOf(id))['status'], patiently).toBe('error');
    expect(await tenant.trail()).toMatchObject([
      { action: 'integration.status_changed', actor: 'system', changes: { status: ['active', 'error'] } },
    ]);
    await given.renewNow(id);
    await expect
      .poll(async () => secondsUntil((await credentialsOf(id))['renew_at']), patiently)
      .toBeGreaterThan(80_000);
    expect(given.bed.requests('rotating', '/token')).toHaveLength(renewals + 1);
  });

  it('a background renewal is repeated later while the provider fails, without a change of the integration', async () => {
    const id = await given.bed.connectedRotor(given.bed.newTenant());
    const before = await given.integrationOf(id);
    given.bed.fail('rotating', '/token', { status: 503, headers: { 'retry-after': '3000' } });
    await given.renewNow(id);
    await expect
      .poll(async () => secondsUntil((await credentialsOf(id))['renew_at']), patiently)
      .toBeGreaterThan(2_900);
    expect(await credentialsOf(id)).toMatchObject({ version: 1, renew_attempts: 1 });
    expect(secondsUntil((await credentialsOf(id))['renewing_until'])).toBeLessThan(1);
    expect(await given.integrationOf(id)).toEqual(before);
    given.bed.fail('rotating');
    await given.renewNow(id);
    await expect.poll(async () => (await credentialsOf(id))['version'], patiently).toBe(2);
  });

  it('background renewals pause while an integration is disabled and resume when it is enabled', async () => {
    const tenant = given.bed.newTenant();
    const id = await given.bed.connectedRotor(tenant);
    await given.bed.service.integrations.disableIntegration({ integrationId: id }, tenant.as());
    const renewals = given.bed.requests('rotating', '/token').length;
    await given.renewNow(id);
    await expect
      .poll(async () => secondsUntil((await credentialsOf(id))['renew_at']), patiently)
      .toBeGreaterThan(80_000);
    expect(given.bed.requests('rotating', '/token')).toHaveLength(renewals);
    await given.bed.service.integrations.enableIntegration({ integrationId: id }, tenant.as());
    const { renew_at: renewAt, version } = await credentialsOf(id);
    expect(version).toBe(1);
    expect(secondsUntil(renewAt)).toBeLessThan(3_600);
  });
});
