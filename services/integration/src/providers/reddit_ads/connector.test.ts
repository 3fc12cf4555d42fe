import { createManualClock } from '@patchbay/runtime/manual-clock';
import type { SimulatedAnswer } from '@patchbay/testing/ad-providers/simulator';
import { describe, expect, it } from 'vitest';
import type { Connection } from '../../connector/connector.ts';
import { redirectUri, type Simulated, signal, simulated } from '../simulated.fixture.ts';

const holding = '0d0f7a50-4f0e-4a52-9d3c-0b6f0a1d1111';
const api = 'https://ads-api.reddit.com/api/v3';

const connect = async (
  provider: Simulated,
  settings: Readonly<Record<string, string>> = {},
): Promise<Connection> => {
  const grant = { settings, redirectUri, code: await provider.consent() };
  const credentials = await provider.connector.consent?.exchange(grant, signal);
  return { settings, credentials: credentials ?? expect.unreachable() };
};

const answerAt = (provider: Simulated, url: string, answer: SimulatedAnswer): void =>
  provider.answer((request) => (request.url === url ? answer : undefined));

it('the code is sent without the fragment marker behind it', async () => {
  const provider = await simulated('reddit_ads');
  expect(await provider.consent()).toMatch(/#_$/);
  await connect(provider);
  const form = new URLSearchParams(provider.requests.at(-1)?.body);
  expect(form.get('code')).toMatch(/^reddit-code-[\w-]+$/);
});

it('a token is renewed by the lifetime of the answer, and the authorization never ends', async () => {
  const provider = await simulated('reddit_ads', { clock: createManualClock('2026-11-01T00:00:00Z') });
  expect((await connect(provider)).credentials).toMatchObject({
    expiresAt: new Date('2026-11-02T00:00:00Z'),
    renewAt: new Date('2026-11-01T19:12:00Z'),
    endsAt: null,
  });
});

describe('the account', () => {
  it.each([
    ['an ad account that no business has', { adAccountId: 'a2_other' }, 'account_not_found'],
    [
      'a business that is not in the list',
      { businessId: holding.replace('1111', '3333') },
      'account_not_found',
    ],
    ['a business without an ad account', { businessId: holding }, 'no_accounts'],
  ])('the account is not found: %s', async (_what, settings, reason) => {
    const provider = await simulated('reddit_ads');
    const connection = await connect(provider, settings);
    await expect(provider.connector.verify(connection, signal)).rejects.toMatchObject({ reason });
  });

  it('the account is found although another business is closed to the person', async () => {
    const provider = await simulated('reddit_ads');
    const connection = await connect(provider, { adAccountId: 'a2_nord3' });
    answerAt(provider, `${api}/businesses/${holding}/ad_accounts`, { status: 403 });
    expect(await provider.connector.verify(connection, signal)).toEqual({ name: 'Nordlicht Games' });
  });

  it('no page of another host is read, because the token would be sent there', async () => {
    const provider = await simulated('reddit_ads');
    const connection = await connect(provider);
    answerAt(provider, `${api}/me/businesses`, {
      json: { data: [], pagination: { next_url: 'https://ads-api.reddit.com.example.com/api/v3/next' } },
    });
    await expect(provider.connector.verify(connection, signal)).rejects.toMatchObject({
      reason: 'unavailable',
      code: 'the next page is on another host',
    });
  });
});

it('API requests use the API version of the installation, authorization requests do not', async () => {
  const provider = await simulated('reddit_ads', { app: { apiVersion: 'v9' } });
  const connection = await connect(provider);
  provider.answer({ json: { data: [{ id: 'a2_any', name: 'Any' }] } });
  await provider.connector.verify(connection, signal);
  expect(provider.lines()).toEqual([
    'GET https://www.reddit.com/api/v1/authorize',
    'POST https://www.reddit.com/api/v1/access_token',
    'GET https://ads-api.reddit.com/api/v9/me',
    'GET https://ads-api.reddit.com/api/v9/me/businesses',
    'GET https://ads-api.reddit.com/api/v9/businesses/a2_any/ad_accounts',
  ]);
});
