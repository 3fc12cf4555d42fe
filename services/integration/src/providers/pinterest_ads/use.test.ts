import { expect, it } from 'vitest';
import { notGranted, scopesAsked, signal, simulated } from '../simulated.fixture.ts';
import { judgeOf } from '../use.fixture.ts';
import { pinterestAds } from './provider.ts';

const mine = '549755000001';
const other = '549755000002';
const { judge, verdict } = judgeOf(pinterestAds, 'v5');

it('the accounts are the ad accounts of the login', async () => {
  const { connect, connector } = await simulated('pinterest_ads');
  const accounts = await Array.fromAsync(connector.listAccounts?.(await connect(), signal) ?? []);
  expect(accounts.map(({ id, name }) => [id, name])).toEqual([
    [mine, 'Nordlicht Pins'],
    [other, 'Nordlicht Boards'],
  ]);
  expect(accounts[0]).toMatchObject({
    type: 'ad_account',
    currency: 'EUR',
    timeZone: 'EUROPE_OSLO',
    status: null,
    parentId: '9876',
    settings: { adAccountId: mine },
  });
});

it('a consent asks for the scopes of changes only where changes are wanted', async () => {
  const { connector } = await simulated('pinterest_ads');
  const read = 'ads:read,user_accounts:read';
  expect(scopesAsked(connector)).toEqual({
    before: read,
    read,
    manage: 'ads:read,ads:write,user_accounts:read',
  });
});

it.each([
  ['GET ad_accounts/1/ads', {}, 'read'],
  ['POST ad_accounts/1/ad_groups/audience_sizing', {}, 'read'],
  ['POST ad_accounts/1/bulk/download', {}, 'read'],
  ['POST ad_accounts/1/bulk/upsert', {}, 'change'],
  ['POST catalogs/items', {}, 'read'],
  ['POST catalogs/items/batch', {}, 'change'],
  ['POST ad_accounts/1/reports', { json: { granularity: 'DAY' } }, 'read'],
  ['POST ad_accounts/1/mmm_reports', { json: {} }, 'read'],
  ['POST ad_accounts/1/templates/2/reports', {}, 'read'],
  ['POST ad_accounts/1/ad_previews', {}, 'change'],
  ['POST ad_accounts/1/leads_export', {}, 'change'],
])('%s with %j is a %s', (line, sent, kind) => {
  expect(judge(line, sent).kind).toBe(kind);
});

it.each([
  ['POST oauth/token', {}, 'forbidden'],
  ['GET businesses/1/members', {}, 'forbidden'],
  ['GET business_access/1', {}, 'forbidden'],
  ['GET integrations', {}, 'forbidden'],
  ['POST ad_accounts/1/leads/subscriptions', {}, 'forbidden'],
  ['POST ad_accounts', {}, 'forbidden'],
])('%s with %j is %s to everyone', (line, sent, code) => {
  expect(verdict(line, sent, null)).toBe(code);
});

it.each([
  [`GET ad_accounts/${mine}`, {}, 'allowed'],
  ['GET pins', { query: `ad_account_id=${mine}` }, 'allowed'],
  ['GET resources/targeting/GENDER', {}, 'allowed'],
  ['GET terms/suggested', { query: 'term=shoes' }, 'allowed'],
  [`POST ad_accounts/${mine}/campaigns`, { json: [{ ad_account_id: mine }] }, 'allowed'],
  ['GET ad_accounts', {}, 'forbidden'],
  ['GET ad_accounts', { query: `ad_account_id=${mine}` }, 'forbidden'],
  ['GET pins', {}, 'forbidden'],
  ['POST advanced_auction/items/get', { json: { ad_account_id: mine } }, 'forbidden'],
  [`GET ad_accounts/${other}`, {}, 'forbidden'],
  [
    `PATCH ad_accounts/${mine}/audiences/businesses/shared`,
    { json: { recipient_business_ids: ['7'] } },
    'forbidden',
  ],
])('%s with %j is %s to a grant for one ad account', (line, sent, code) => {
  expect(verdict(line, sent, [mine])).toBe(code);
});

it.each([
  ['read', 'ads:read,user_accounts:read', undefined],
  ['manage', 'ads:read,ads:write', undefined],
  ['manage', 'ads:read,user_accounts:read', 'scope_missing: Not allowed: changing ads.'],
  ['read', 'user_accounts:read', 'scope_missing: Not allowed: reading ads.'],
] as const)('a consent to %s that grants %s tells what is missing', async (access, scope, missing) => {
  expect(await notGranted(pinterestAds, access, scope)).toBe(missing);
});
