import { OutgoingError } from '@patchbay/outgoing/outgoing';
import { createManualClock } from '@patchbay/runtime/manual-clock';
import { describe, expect, it } from 'vitest';
import type { Connector } from '../connector/connector.ts';
import { ProviderFailure, sentenceOf } from '../connector/failure.ts';
import { createCatalogue } from '../providers/catalogue.ts';
import { renewalLeaseMs } from './limits.ts';
import { type Connected, never, renewalBed, slowProvider, tokens, whileMoving } from './renewals.fixture.ts';
import { rotating } from './rotating-provider.fixture.ts';
import { verifyStored } from './verify.ts';

const given = renewalBed();

describe('a renewal whose process died', () => {
  /** A process that has the lease, and dies. */
  const die = async ({ integration, stored }: Connected) => {
    const provider = slowProvider('never saved');
    void given.processWith(provider.renew).renew(integration, stored, never);
    await provider.begun;
  };
  const leaseEnds = () => given.bed.service.clock.advance(renewalLeaseMs);

  it('a renewal whose process died is repeated with the earlier refresh token', async () => {
    const connected = await given.connected();
    const { id, integration, stored } = connected;
    await die(connected);
    await leaseEnds();
    const { renew } = given.processWith(async ({ credentials }) => {
      expect(credentials.secrets).toEqual(stored.credentials.secrets);
      return tokens('kept');
    });
    expect(await renew(integration, stored, never)).toMatchObject({
      version: 2,
      credentials: tokens('kept'),
    });
    expect(await given.bed.row('credentials', id)).toMatchObject({ renewing_until: null });
  });

  it('a refusal after an interrupted renewal mentions the interruption, also after transient failures in between', async () => {
    const connected = await given.connected();
    const { integration, stored } = connected;
    await die(connected);
    await leaseEnds();
    let failure = new ProviderFailure('unavailable', { code: '503' });
    const { renew } = given.processWith(async () => {
      throw failure;
    });
    await expect(renew(integration, stored, never)).rejects.toBe(failure);
    failure = new ProviderFailure('refused', { code: 'invalid_grant' });
    const refused = (await renew(integration, stored, never).catch(
      (error: unknown) => error,
    )) as ProviderFailure;
    expect(refused).toMatchObject({ kind: 'permanent', code: 'invalid_grant' });
    expect(sentenceOf(refused, 'check', 'Rotating Ads')).toMatch(/earlier renewal was interrupted/);
  });

  it('a renewal whose answer was lost counts as interrupted', async () => {
    const { integration, stored } = await given.connected();
    const lost = (failure: OutgoingError['failure']) =>
      new ProviderFailure('unavailable', { cause: new OutgoingError(failure, 'rotating.example') });
    let failure = lost('suspended');
    const { renew } = given.processWith(async () => {
      throw failure;
    });
    const hintAfter = async (): Promise<string | undefined> => {
      await renew(integration, stored, never).catch(() => {});
      failure = new ProviderFailure('refused');
      const refused = await renew(integration, stored, never).catch((error: unknown) => error);
      return (refused as ProviderFailure).hint;
    };
    // Not sent, so nothing can be lost.
    expect(await hintAfter()).toBeUndefined();
    failure = lost('timeout');
    expect(await hintAfter()).toMatch(/interrupted/);
  });

  it.each([
    ['503', true, new ProviderFailure('unavailable', { code: '503' })],
    ['no access token in the answer', true, new ProviderFailure('unavailable', { code: 'no access token' })],
    ['429', false, new ProviderFailure('rate_limited', { code: '429' })],
    ['invalid_client', false, new ProviderFailure('client_refused', { code: 'invalid_client' })],
    ['an answer that our code cannot read', true, new TypeError('a bug')],
  ])('after %s the renewal counts as interrupted: %s', async (_what, uncertain, first) => {
    const { integration, stored } = await given.connected();
    let failure: Error = first;
    const { renew } = given.processWith(async () => {
      throw failure;
    });
    await expect(renew(integration, stored, never)).rejects.toBe(first);
    failure = new ProviderFailure('refused');
    const refused = await renew(integration, stored, never).catch((error: unknown) => error);
    expect((refused as ProviderFailure).hint?.includes('interrupted') ?? false).toBe(uncertain);
  });

  it('a verification is interrupted, and no provider failure, while a dead process still has the renewal lease', async () => {
    const connected = await given.connected();
    const { integration, stored } = connected;
    await die(connected);
    const clock = createManualClock();
    const { renew } = given.processWith(() => Promise.reject(new Error('the lease is taken')), { clock });
    const connectorOf = (): Connector => ({
      renew: () => Promise.reject(new Error('by the renewals')),
      authorize: () => ({ headers: {} }),
      verify: () => Promise.reject(new ProviderFailure('unauthorized')),
    });
    const parts = {
      catalogue: createCatalogue([rotating], {}),
      connectorOf,
      renew,
      logger: given.log.logger,
      clock,
    };
    const verification = verifyStored(parts, integration, stored, 'verify', clock.deadline(5_000));
    await expect(whileMoving(clock, verification)).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('a renewal returns the credentials that a slower process saved meanwhile', async () => {
    const { integration, stored } = await given.connected();
    const provider = slowProvider('slow');
    const wanted = given.processWith(provider.renew).renew(integration, stored, never);
    const next = given.processWith(async () => {
      // The slow process saves while this one is refused, because its refresh token was replaced.
      provider.release();
      await wanted;
      throw new ProviderFailure('refused');
    });
    await provider.begun;
    await leaseEnds();
    expect(await next.renew(integration, stored, never)).toMatchObject({ credentials: tokens('slow') });
    expect(await wanted).toMatchObject({ version: 2 });
  });
});
