import { describe, expect, it } from 'vitest';
import { present } from '../attempts/attempts.fixture.ts';
import { workerBed } from './workers.fixture.ts';

const given = workerBed();

describe('renewals in the background', () => {
  const credentialsOf = (id: string) => given.bed.row('credentials', id).then(present);

  it('a background renewal runs before the token ends and schedules the next one', async () => {
    const tenant = given.bed.newTenant();
    const id = await given.bed.connectedRotor(tenant);
    expect(given.secondsUntil((await credentialsOf(id))['renew_at'])).toBe(2_880);
    await tenant.trail();
    const before = await given.integrationOf(id);
    await given.renewDue(id);
    const after = await credentialsOf(id);
    expect(after).toMatchObject({ version: 2, renew_attempts: 0, renewing_until: null });
    expect(given.secondsUntil(after['renew_at'])).toBe(2_880);
    expect(await given.integrationOf(id)).toEqual(before);
    expect(await tenant.trail()).toEqual([]);
  });

  it('a refused background renewal sets the status `error` and is not repeated', async () => {
    const tenant = given.bed.newTenant();
    const id = await given.bed.connectedRotor(tenant);
    await tenant.trail();
    given.bed.fail('rotating', '/token', { status: 400, json: { error: 'invalid_grant' } });
    const renewals = given.bed.requests('rotating', '/token').length;
    await given.renewDue(id);
    expect(await given.integrationOf(id)).toMatchObject({ status: 'error' });
    expect(await tenant.trail()).toMatchObject([
      { action: 'integration.status_changed', actor: 'system', changes: { status: ['active', 'error'] } },
    ]);
    await given.renewDue(id);
    expect(given.secondsUntil((await credentialsOf(id))['renew_at'])).toBe(86_400);
    expect(given.bed.requests('rotating', '/token')).toHaveLength(renewals + 1);
  });

  it('a background renewal is repeated later while the provider fails, without a change of the integration', async () => {
    const id = await given.bed.connectedRotor(given.bed.newTenant());
    const before = await given.integrationOf(id);
    given.bed.fail('rotating', '/token', { status: 503, headers: { 'retry-after': '3000' } });
    await given.renewDue(id);
    const failed = await credentialsOf(id);
    expect(failed).toMatchObject({ version: 1, renew_attempts: 1 });
    expect(given.secondsUntil(failed['renew_at'])).toBe(3_000);
    expect(given.secondsUntil(failed['renewing_until'])).toBe(0);
    expect(await given.integrationOf(id)).toEqual(before);
    given.bed.fail('rotating');
    await given.renewDue(id);
    expect(await credentialsOf(id)).toMatchObject({ version: 2 });
  });

  it('background renewals pause while an integration is disabled and resume when it is enabled', async () => {
    const tenant = given.bed.newTenant();
    const id = await given.bed.connectedRotor(tenant);
    await given.bed.service.integrations.disableIntegration({ integrationId: id }, tenant.as());
    const renewals = given.bed.requests('rotating', '/token').length;
    await given.renewDue(id);
    expect(given.secondsUntil((await credentialsOf(id))['renew_at'])).toBe(86_400);
    expect(given.bed.requests('rotating', '/token')).toHaveLength(renewals);
    await given.bed.service.integrations.enableIntegration({ integrationId: id }, tenant.as());
    const { renew_at: renewAt, version } = await credentialsOf(id);
    expect(version).toBe(1);
    expect(given.secondsUntil(renewAt)).toBeLessThan(3_600);
  });
});
