import { createManualClock } from '@patchbay/runtime/manual-clock';
import { describe, expect, it } from 'vitest';
import { lastingCredentials } from '../../connector/credentials.ts';
import { scripted } from '../../connector/scripted.fixture.ts';
import { metaAds } from './provider.ts';

const signal = new AbortController().signal;
const start = new Date('2026-11-01T00:00:00Z');
const after = (days: number): Date => new Date(start.getTime() + days * 86_400_000);
const grant = { settings: {}, redirectUri: 'https://patchbay.example/callback', code: 'the-code' };
const connection = { settings: {}, credentials: lastingCredentials({ accessToken: 'long' }) };

describe('an authorization', () => {
  it('a consent stores the exchanged token, and no secret is in a URL', async () => {
    const { connector, requests } = scripted(
      metaAds,
      [
        { json: { access_token: 'short', token_type: 'bearer', expires_in: 5_000 } },
        { json: { access_token: 'long', token_type: 'bearer', expires_in: 60 * 86_400 } },
      ],
      { clock: createManualClock(start) },
    );
    expect(await connector.consent?.exchange(grant, signal)).toEqual({
      secrets: { accessToken: 'long' },
      expiresAt: after(60),
      renewAt: after(48),
      endsAt: null,
    });
    expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual(
      Array.from({ length: 2 }, () => 'POST https://graph.facebook.com/v26.0/oauth/access_token'),
    );
  });

  it('a token without a lifetime in the answer does not end', async () => {
    const { connector } = scripted(metaAds, [{ json: { access_token: 'system', token_type: 'bearer' } }]);
    expect(await connector.renew?.(connection, signal)).toEqual(
      lastingCredentials({ accessToken: 'system' }),
    );
  });
});

describe('the settings', () => {
  it('the ad account is stored with the prefix act_', () => {
    const normalized = { adAccountId: 'act_12345', businessId: '678901' };
    expect(metaAds.normalizeSettings?.({ adAccountId: '12345', businessId: '678901' })).toEqual(normalized);
    expect(metaAds.normalizeSettings?.(normalized)).toEqual(normalized);
    expect(metaAds.normalizeSettings?.({ businessId: '678901' })).toEqual({ businessId: '678901' });
  });
});

describe('the accounts', () => {
  const page = (id: string, paging: object) => ({ json: { data: [{ id }], paging } });

  it('paging goes on while the provider names a next page, not while there is a cursor', async () => {
    const next = 'https://graph.facebook.com/v26.0/me/adaccounts?after=one';
    const { connector, requests } = scripted(metaAds, [
      page('act_1', { cursors: { after: 'one' }, next }),
      page('act_2', { cursors: { after: 'one' } }),
    ]);
    const accounts = await Array.fromAsync(connector.listAccounts?.(connection, signal) ?? []);
    expect(accounts.map(({ id }) => id)).toEqual(['act_1', 'act_2']);
    expect(requests.map(({ url }) => new URL(url).searchParams.get('after'))).toEqual([null, 'one']);
  });
});

describe('a revocation', () => {
  const failure = (code: number) => ({ status: 400, json: { error: { code, message: 'Simulated.' } } });

  it('a revocation of an ended token is a success', async () => {
    const { connector } = scripted(metaAds, [failure(190)]);
    await expect(connector.revoke?.(connection, signal)).resolves.toBeUndefined();
  });

  it.each([400, 401])('a revocation answered with %i and no code is a success', async (status) => {
    const { connector } = scripted(metaAds, [{ status }]);
    await expect(connector.revoke?.(connection, signal)).resolves.toBeUndefined();
  });

  it.each([100, 101])(
    'a revocation that refuses our app or request (%i) is a fault of this installation',
    async (code) => {
      const { connector } = scripted(metaAds, [failure(code)]);
      await expect(connector.revoke?.(connection, signal)).rejects.toMatchObject({ kind: 'ours' });
    },
  );

  it('a revocation that reaches a limit is transient, although the status is 400', async () => {
    const { connector } = scripted(metaAds, [failure(17)]);
    await expect(connector.revoke?.(connection, signal)).rejects.toMatchObject({ kind: 'transient' });
  });
});

describe('the wait after a limit', () => {
  it.each([
    ['{"1":[{"estimated_time_to_regain_access":3},{"estimated_time_to_regain_access":9}],"2":[]}', 540_000],
    ['{"1":[{"estimated_time_to_regain_access":0}]}', undefined],
    ['not JSON', undefined],
  ])('the wait after a limit is the longest of the usage header: %s', async (usage, retryAfterMs) => {
    const { connector } = scripted(metaAds, [
      {
        status: 400,
        headers: { 'x-business-use-case-usage': usage },
        json: { error: { code: 80_004, message: 'Simulated.' } },
      },
    ]);
    const failure = await connector.verify(connection, signal).catch((error: unknown) => error);
    expect(failure).toMatchObject({ reason: 'rate_limited', retryAfterMs });
  });
});
