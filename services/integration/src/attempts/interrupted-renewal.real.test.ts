import { OutgoingError } from '@patchbay/outgoing/outgoing';
import { describe, expect, it } from 'vitest';
import type { Connector } from '../connector/connector.ts';
import { ProviderFailure, sentenceOf } from '../connector/failure.ts';
import { createCatalogue } from '../providers/catalogue.ts';
import { patiently } from './attempts.fixture.ts';
import { held, never, renewalBed, tokens } from './renewals.fixture.ts';
import { rotating } from './rotating-provider.fixture.ts';
import { verifyStored } from './verify.ts';

const given = renewalBed();

describe('a renewal whose process died', () => {
  /** The lease of a killed process has ended. */
  const kill = (id: string) =>
    given.bed.service.db.pool.query(
      `update credentials set renewing_until = now() - interval '1 second' where integration_id = $1`,
      [id],
    );

  it('a renewal whose process died is repeated with the earlier refresh token', async () => {
    const { id, integration, stored } = await given.connected();
    await kill(id);
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
    const { id, integration, stored } = await given.connected();
    await kill(id);
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
    const { id, integration, stored } = await given.connected();
    await given.bed.service.db.pool.query(
      `update credentials set renewing_until = now() + interval '1 hour' where integration_id = $1`,
      [id],
    );
    const { renew } = given.processWith(() => Promise.reject(new Error('the lease is taken')));
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
    };
    await expect(
      verifyStored(parts, integration, stored, 'verify', AbortSignal.timeout(200)),
    ).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('a renewal returns the credentials that a slower process saved meanwhile', async () => {
    const { integration, stored, read } = await given.connected();
    const gate = held();
    const slow = given.processWith(
      async () => {
        await gate.promise;
        return tokens('slow');
      },
      { leaseMs: 50 },
    );
    const wanted = slow.renew(integration, stored, never);
    const next = given.processWith(async () => {
      // The slow process saves while this one is refused, because its refresh token was replaced.
      gate.release();
      await expect.poll(async () => (await read()).version, patiently).toBe(2);
      throw new ProviderFailure('refused');
    });
    await expect
      .poll(async () => (await given.bed.row('credentials', integration.id))?.['renewing_until'], patiently)
      .not.toBeNull();
    expect(await next.renew(integration, stored, never)).toMatchObject({ credentials: tokens('slow') });
    expect(await wanted).toMatchObject({ version: 2 });
  });
});
