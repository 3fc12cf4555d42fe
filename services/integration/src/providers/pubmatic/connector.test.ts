import { createManualClock } from '@patchbay/runtime/manual-clock';
import { describe, expect, it } from 'vitest';
import type { Connection } from '../../connector/connector.ts';
import { type Simulated, signal, simulated } from '../simulated.fixture.ts';

const developer = 'https://api.pubmatic.com/v1/developer-integrations/developer';
const login = `POST ${developer}/token`;
const refresh = `PUT ${developer}/refreshToken`;

const withPassword = (provider: Simulated): Promise<Connection> => provider.connect();
const withTokens = (provider: Simulated): Promise<Connection> => provider.connect(provider.ways[1]);

describe('the tokens of PubMatic', () => {
  it('the tokens of a login live 60 days and are renewed on day 48', async () => {
    const provider = await simulated('pubmatic', { clock: createManualClock('2026-11-01T12:00:00Z') });
    const { credentials } = await withPassword(provider);
    expect(credentials).toMatchObject({
      expiresAt: new Date('2026-12-31T12:00:00Z'),
      renewAt: new Date('2026-12-19T12:00:00Z'),
      endsAt: null,
    });
  });

  it('tokens that the client entered are renewed at once, because their age is unknown', async () => {
    const now = new Date('2026-11-01T12:00:00Z');
    const provider = await simulated('pubmatic', { clock: createManualClock(now) });
    const { credentials } = await withTokens(provider);
    expect(credentials).toMatchObject({ expiresAt: null, renewAt: now, endsAt: null });
    expect(provider.lines()).toEqual([]);
  });

  it('a renewal refreshes without a login and replaces both tokens', async () => {
    const provider = await simulated('pubmatic');
    const connection = await withPassword(provider);
    const renewed = await provider.connector.renew?.(connection, signal);
    expect(provider.lines()).toEqual([login, refresh]);
    expect(renewed?.secrets['refreshToken']).not.toBe(connection.credentials.secrets['refreshToken']);
    expect(renewed?.secrets['accessToken']).not.toBe(connection.credentials.secrets['accessToken']);
  });

  it('a renewal logs in once when the refresh token was replaced by a lost answer', async () => {
    const provider = await simulated('pubmatic');
    const connection = await withPassword(provider);
    await provider.connector.renew?.(connection, signal);
    expect(await provider.connector.renew?.(connection, signal)).toBeDefined();
    expect(provider.lines()).toEqual([login, refresh, refresh, login]);
  });

  it('a refused refresh without a password ends the authorization, and the failure says what to do', async () => {
    const provider = await simulated('pubmatic');
    const connection = await withTokens(provider);
    await provider.connector.renew?.(connection, signal);
    await expect(provider.connector.renew?.(connection, signal)).rejects.toMatchObject({
      reason: 'ended',
      hint: 'Create a new pair of tokens there and enter it.',
    });
    expect(provider.lines()).toEqual([refresh, refresh]);
  });

  it('a renewal does not log in while the refresh fails transiently', async () => {
    const provider = await simulated('pubmatic');
    const connection = await withPassword(provider);
    provider.answer(({ method }) => (method === 'PUT' ? { status: 503 } : undefined));
    await expect(provider.connector.renew?.(connection, signal)).rejects.toMatchObject({
      reason: 'unavailable',
    });
    expect(provider.lines()).toEqual([login, refresh]);
  });
});

it('a verification asks for the report of the previous day in UTC', async () => {
  const provider = await simulated('pubmatic', { clock: createManualClock('2026-03-01T00:30:00Z') });
  const connection = await withTokens(provider);
  provider.answer({ json: {} });
  await provider.connector.verify(connection, signal);
  const query = provider.requests.at(-1)?.query;
  expect([query?.get('fromDate'), query?.get('toDate')]).toEqual(['2026-02-28T00:00', '2026-02-28T23:59']);
});

it('requests use the API version of the installation', async () => {
  const provider = await simulated('pubmatic', { app: { apiVersion: 'v9' } });
  provider.answer({ json: { accessToken: 'access', refreshToken: 'refresh' } });
  const connection = await withPassword(provider);
  await provider.connector.renew?.(connection, signal);
  await provider.connector.verify(connection, signal);
  expect(provider.lines()).toEqual([
    login.replace('/v1/', '/v9/'),
    refresh.replace('/v1/', '/v9/'),
    'GET https://api.pubmatic.com/v9/analytics/data/publisher/156209',
  ]);
});
