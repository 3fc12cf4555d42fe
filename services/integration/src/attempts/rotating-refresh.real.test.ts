import { OutgoingError } from '@patchbay/outgoing/outgoing';
import { describe, expect, it } from 'vitest';
import { renewalLeaseMs } from './limits.ts';
import { held, inRealTime, renewalBed } from './renewals.fixture.ts';

const given = renewalBed();

describe('a verification with a rotating refresh token', () => {
  const verify = (
    service: typeof given.bed.service,
    tenant: ReturnType<typeof given.bed.newTenant>,
    id: string,
  ) => service.integrations.verifyIntegration({ integrationId: id }, tenant.as());

  it('two processes renew a rotating refresh token once, and save the new one before they use it', async () => {
    const tenant = given.bed.newTenant();
    const id = await given.bed.connectedRotor(tenant);
    const replica = await given.bed.service.replica();
    given.bed.rotor.expireAccessTokens?.();
    const renewals = given.bed.requests('rotating', '/token').length;
    const verified = await inRealTime(
      given.bed.service.clock,
      Promise.all([
        verify(given.bed.service, tenant, id),
        verify(replica, tenant, id),
        verify(replica, tenant, id),
      ]),
    );
    expect(verified.map(({ integration }) => integration?.status)).toEqual(['active', 'active', 'active']);
    expect(given.bed.requests('rotating', '/token')).toHaveLength(renewals + 1);

    given.bed.rotor.expireAccessTokens?.();
    const calls = given.bed.requests('rotating', '/me').length;
    const provider = given.bed.adProviders.of('rotating');
    let release = provider.hold();
    const again = verify(given.bed.service, tenant, id);
    const step = async (path: string, count: number) => {
      await given.bed.requested('rotating', path, count);
      const row = await given.bed.row('credentials', id);
      release();
      release = provider.hold();
      return row?.['version'];
    };
    expect(await step('/me', calls + 1)).toBe(2);
    expect(await step('/token', renewals + 2)).toBe(2);
    expect(await step('/me', calls + 2)).toBe(3);
    release();
    expect(await again).toMatchObject({ integration: { status: 'active' } });
    await replica.stop();
  });

  it('a verification after a process was killed between answer and save says what was lost', async () => {
    const tenant = given.bed.newTenant();
    const id = await given.bed.connectedRotor(tenant);
    given.bed.rotor.expireAccessTokens?.();
    const gate = held();
    const killed = await given.bed.service.replica({
      outgoing: {
        async send(request) {
          const answer = await given.bed.outgoing.send(request);
          // The process is killed before it reads the answer.
          if (request.url.endsWith('/token')) {
            await gate.promise;
            throw new OutgoingError('canceled', 'rotating.example');
          }
          return answer;
        },
      },
    });
    const renewals = given.bed.requests('rotating', '/token').length;
    const lost = verify(killed, tenant, id).catch(() => undefined);
    await given.bed.requested('rotating', '/token', renewals + 1);
    await given.bed.service.clock.advance(renewalLeaseMs);
    const { integration } = await verify(given.bed.service, tenant, id);
    expect(integration).toMatchObject({ status: 'error' });
    expect(integration?.statusDetail).toMatch(/earlier renewal was interrupted/);
    gate.release();
    await lost;
    await killed.stop();
  });
});
