import { expect, it } from 'vitest';
import { demandAccount } from '../../relay/rules.ts';
import { notGranted, scopesAsked, signal, simulated } from '../simulated.fixture.ts';
import { judgeOf } from '../use.fixture.ts';
import { redditAds } from './provider.ts';

const business = '0d0f7a50-4f0e-4a52-9d3c-0b6f0a1d2222';
const mine = 'a2_nord1';
const other = 'a2_nord2';
const { judge, verdict } = judgeOf(redditAds, 'ads');

const running = async () => {
  const provider = await simulated('reddit_ads');
  return { ...provider, connection: await provider.connect() };
};

it('the accounts are the ad accounts of all businesses', async () => {
  const { connector, connection } = await running();
  const accounts = await Array.fromAsync(connector.listAccounts?.(connection, signal) ?? []);
  expect(accounts.map(({ id, name }) => [id, name])).toEqual([
    [mine, 'Nordlicht Community'],
    [other, 'Nordlicht Outdoor'],
    ['a2_nord3', 'Nordlicht Games'],
  ]);
  expect(accounts[0]).toMatchObject({
    type: 'ad_account',
    currency: 'EUR',
    timeZone: 'Europe/Oslo',
    status: 'APPROVED',
    parentId: business,
    settings: { adAccountId: mine, businessId: business },
  });
});

it('a consent asks for the scopes of changes only where changes are wanted', async () => {
  const { connector } = await simulated('reddit_ads');
  const read = 'adsread';
  expect(scopesAsked(connector)).toEqual({ before: read, read, manage: 'adsread,adsedit' });
});

it.each([mine, other])('campaigns and a report of the ad account %s are read', async (account) => {
  const { relay, connection } = await running();
  const path = `ad_accounts/${account}`;
  const data = { starts_at: '2026-11-01T00:00:00Z', breakdowns: ['CAMPAIGN_ID'], fields: ['SPEND'] };
  // Reddit throttles generic user agents: that of the caller is replaced.
  const headers = { 'user-agent': 'curl/8' };
  const campaigns = await relay(connection, 'ads', `GET ${path}/campaigns`, {
    headers,
    query: 'page.size=100',
  });
  const report = await relay(connection, 'ads', `POST ${path}/reports`, { headers, json: { data } });
  expect(campaigns.json).toMatchObject({ data: [{ name: `Winter ${account}` }] });
  expect(report.json).toMatchObject({ data: { metrics: [{ spend: 1_000_000 }] } });
  for (const { judgement, status } of [campaigns, report])
    expect({ ...judgement, status }).toMatchObject({ kind: 'read', accounts: [account], status: 200 });
});

it.each([
  ['GET campaigns/1', 'read'],
  ['POST ad_accounts/1/reports', 'read'],
  ['POST ad_accounts/1/history', 'read'],
  ['POST ad_accounts/1/forecasting/audience_and_delivery_estimates', 'read'],
  ['POST forecasting/bid_suggestions', 'read'],
  ['POST businesses/1/ad_accounts/query', 'read'],
  ['POST targeting/keyword_suggestions', 'read'],
  ['POST product_catalogs/1/products/batch_delete', 'change'],
  ['POST ad_accounts/1/campaigns', 'change'],
  ['POST pixels/1/conversion_events', 'change'],
])('%s is a %s', (line, kind) => {
  expect(judge(line).kind).toBe(kind);
});

it.each([
  ['GET businesses/1/members', {}, 'forbidden'],
  ['POST businesses/1/invitations', {}, 'forbidden'],
])('%s with %j is %s to everyone', (line, sent, code) => {
  expect(verdict(line, sent, null)).toBe(code);
});

it.each([
  [`GET ad_accounts/${mine}`, {}, 'allowed'],
  [`POST ad_accounts/${mine}/campaigns`, { json: { data: { ad_account_id: mine } } }, 'allowed'],
  ['GET targeting/communities', { query: 'query=games' }, 'allowed'],
  ['POST targeting/keyword_validations', { json: { data: { keywords: ['x'] } } }, 'allowed'],
  ['POST forecasting/bid_suggestions', { json: { data: { ad_account_id: mine } } }, 'allowed'],
  ['GET me/businesses', {}, 'forbidden'],
  ['GET campaigns/1', {}, 'forbidden'],
  ['GET campaigns/1', { query: `ad_account_id=${mine}` }, 'forbidden'],
  ['PATCH campaigns/1', { json: { data: { ad_account_id: mine } } }, 'forbidden'],
  [`POST pixels/${mine}/conversion_events`, { json: {} }, 'forbidden'],
  [`GET businesses/${business}/ad_accounts`, {}, 'forbidden'],
  [`GET ad_accounts/${other}`, {}, 'forbidden'],
  [`GET ad_accounts/${mine},${other}/campaigns`, {}, 'forbidden'],
])('%s with %j is %s to a grant for one ad account', (line, sent, code) => {
  expect(verdict(line, sent, [mine])).toBe(code);
});

it('a grant may name a business instead of an ad account', () => {
  expect(verdict(`GET businesses/${business}/ad_accounts`, {}, [business])).toBe('allowed');
});

it.each([
  ['read', 'adsread', undefined],
  ['manage', 'adsread adsedit', undefined],
  ['manage', 'adsread', 'scope_missing: Not allowed: changing ads.'],
  ['manage', 'identity', 'scope_missing: Not allowed: reading ads, changing ads.'],
] as const)('a consent to %s that grants %s tells what is missing', async (access, scope, missing) => {
  expect(await notGranted(redditAds, access, scope)).toBe(missing);
});

it.each([
  { ad_account_id: mine },
  { data: { x: { ad_account_id: mine } } },
  { data: [[{ ad_account_id: mine }]] },
])('bid suggestions with the ad account in %j are refused: only one place tells whose they are', (json) => {
  expect(verdict('POST forecasting/bid_suggestions', { json }, [mine])).toBe('forbidden');
});

it('an ad account is checked wherever it stands', () => {
  const sent = { json: { data: { ad_account_id: mine, x: [{ copiedFromAdAccountIds: [other] }] } } };
  expect(() => demandAccount(judge('POST forecasting/bid_suggestions', sent), [mine])).toThrow(
    `The grant does not include the account ${other} (data.x.copiedFromAdAccountIds).`,
  );
});

it('an ad has the profile of its author, which is no account', () => {
  const json = { data: { ad_group_id: '1', name: 'Autumn', profile_id: 't2_nord3' } };
  expect(verdict(`POST ad_accounts/${mine}/ads`, { json }, [mine])).toBe('allowed');
});
