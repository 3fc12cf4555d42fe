import { createManualClock } from '@patchbay/runtime/manual-clock';
import { expect, it } from 'vitest';
import { signal, simulated } from '../simulated.fixture.ts';

const authentication = 'https://app.indexexchange.com/api/authentication/v1';
const login = `POST ${authentication}/login`;
const refresh = `POST ${authentication}/refresh`;

it('the tokens of a refresh are read in either shape, and the refresh token is kept', async () => {
  const provider = await simulated('index_exchange');
  const connection = await provider.connect();
  // The simulator alternates between the two shapes.
  for (let refreshes = 0; refreshes < 2; refreshes += 1) {
    const renewed = await provider.connector.renew?.(connection, signal);
    expect(renewed?.secrets['accessToken']).not.toBe(connection.credentials.secrets['accessToken']);
    expect(renewed?.secrets['refreshToken']).toBe(connection.credentials.secrets['refreshToken']);
  }
  expect(provider.lines()).toEqual([login, refresh, refresh]);
});

it.each([
  ['is refused', { status: 401 }],
  ['has no known shape', { json: { data: {} } }],
  ['has moved', { status: 404 }],
])('a renewal logs in again when the refresh %s', async (_how, answer) => {
  const provider = await simulated('index_exchange');
  const connection = await provider.connect();
  provider.answer(({ url }) => (url === `${authentication}/refresh` ? answer : undefined));
  expect(await provider.connector.renew?.(connection, signal)).toBeDefined();
  expect(provider.lines()).toEqual([login, refresh, login]);
});

it('a renewal logs in again without a refresh token', async () => {
  const provider = await simulated('index_exchange');
  const { settings, credentials } = await provider.connect();
  const { refreshToken: _, ...secrets } = credentials.secrets;
  await provider.connector.renew?.({ settings, credentials: { ...credentials, secrets } }, signal);
  expect(provider.lines()).toEqual([login, login]);
});

it('a token without a lifetime in the answer lives 90 minutes', async () => {
  const now = new Date('2026-11-01T12:00:00Z');
  const provider = await simulated('index_exchange', { clock: createManualClock(now) });
  const connection = await provider.connect();
  provider.answer({ json: { access_token: 'short' } });
  const renewed = await provider.connector.renew?.(connection, signal);
  expect(renewed).toMatchObject({ expiresAt: new Date('2026-11-01T13:30:00Z'), renewAt: null });
});

it('requests use the API version of the installation', async () => {
  const provider = await simulated('index_exchange', { app: { apiVersion: 'v9' } });
  provider.answer({ json: { access_token: 'access', refresh_token: 'refresh' } });
  const connection = await provider.connect();
  await provider.connector.renew?.(connection, signal);
  await provider.connector.verify(connection, signal);
  expect(provider.lines()).toEqual([
    login.replace('/v1/', '/v9/'),
    refresh.replace('/v1/', '/v9/'),
    'GET https://app.indexexchange.com/api/reporting/agg/v9/report-specs/info',
  ]);
});
