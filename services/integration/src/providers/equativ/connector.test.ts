import { createManualClock } from '@patchbay/runtime/manual-clock';
import { expect, it } from 'vitest';
import { signal, simulated } from '../simulated.fixture.ts';

it('a token is kept for its ten minutes', async () => {
  const now = new Date('2026-11-01T12:00:00Z');
  const { connect } = await simulated('equativ', { clock: createManualClock(now) });
  expect((await connect()).credentials).toMatchObject({
    expiresAt: new Date('2026-11-01T12:10:00Z'),
    renewAt: null,
  });
});

it('the company id is sent only to the demand platform', async () => {
  const { connector, connect, requests } = await simulated('equativ');
  const { credentials } = await connect();
  for (const platform of ['supply', 'demand'])
    await connector.verify({ settings: { platform, companyId: '907' }, credentials }, signal);
  expect(requests.slice(1).map(({ url, headers }) => [url, headers['x-companyid']])).toEqual([
    ['https://supply-api.eqtv.io/sites', undefined],
    ['https://demand-api.eqtv.io/deals', '907'],
  ]);
});

it.each([
  ['a list', [{ id: 1, name: 'first' }], 'first'],
  ['a list in an object', { total: 1, items: [{ id: 1, name: 'first' }] }, 'first'],
  ['a site without a name', [{ id: 1 }], '1'],
  ['an object without a list', { total: 0 }, null],
])('the first site is found in %s', async (_shape, json, name) => {
  const provider = await simulated('equativ');
  const { connector, connect } = provider;
  const { credentials } = await connect();
  provider.answer({ json });
  expect(await connector.verify({ settings: {}, credentials }, signal)).toEqual({ name });
});

it('a refusal names the right that the API user needs', async () => {
  const provider = await simulated('equativ');
  const connection = await provider.connect();
  provider.answer({ status: 403 });
  await expect(provider.connector.verify(connection, signal)).rejects.toMatchObject({
    reason: 'no_access',
    hint: expect.stringContaining('the right to read sites'),
  });
});
