import { expect, it } from 'vitest';
import { signal, simulated } from '../simulated.fixture.ts';
import { judgeOf } from '../use.fixture.ts';
import { snapchatAds } from './provider.ts';

const organization = 'bbbbbbbb-0000-4000-8000-000000000000';
const mine = 'cccccccc-0000-4000-8000-000000000000';
const other = 'dddddddd-0000-4000-8000-000000000000';
const { judge, verdict } = judgeOf(snapchatAds, 'ads');

it('the accounts are the ad accounts of all organizations', async () => {
  const { connect, connector } = await simulated('snapchat_ads');
  const accounts = await Array.fromAsync(connector.listAccounts?.(await connect(), signal) ?? []);
  expect(accounts.map(({ id, name }) => [id, name])).toEqual([
    [mine, 'Nordlicht Shoes'],
    [other, 'Nordlicht Hats'],
  ]);
  expect(accounts[0]).toMatchObject({
    type: 'adaccount',
    currency: 'EUR',
    timeZone: 'Europe/Oslo',
    status: 'ACTIVE',
    parentId: organization,
    settings: { adAccountId: mine, organizationId: organization },
  });
});

it.each([
  ['GET campaigns/1', {}, 'read'],
  ['GET adaccounts/1/stats', { query: 'async=true' }, 'read'],
  ['POST adaccounts/1/audience_size_v2', { json: {} }, 'read'],
  ['POST adaccounts/1/bid_estimate', { json: {} }, 'read'],
  ['POST mmm/reports', { json: { ad_account_id: '1' } }, 'read'],
  ['POST adaccounts/1/campaigns', { json: {} }, 'change'],
  ['POST media/1/upload', { headers: { 'content-type': 'image/png' }, text: 'bytes' }, 'change'],
])('%s with %j is a %s', (line, sent, kind) => {
  expect(judge(line, sent).kind).toBe(kind);
});

it.each([
  ['GET organizations/1/members', {}, 'forbidden'],
  ['GET organizations/1/roles', {}, 'forbidden'],
  ['POST adaccounts/1/roles', {}, 'forbidden'],
  ['PUT roles/1', {}, 'forbidden'],
  ['POST organizations/1/invitations', {}, 'forbidden'],
  ['GET me/source_organizations', {}, 'forbidden'],
])('%s with %j is %s to everyone', (line, sent, code) => {
  expect(verdict(line, sent, null)).toBe(code);
});

it.each([
  [`GET adaccounts/${mine}`, {}, 'allowed'],
  [`POST adaccounts/${mine}/campaigns`, { json: { campaigns: [{ ad_account_id: mine }] } }, 'allowed'],
  ['POST mmm/reports', { json: { ad_account_id: mine } }, 'allowed'],
  ['GET targeting/geo/country', {}, 'allowed'],
  ['GET me/organizations', {}, 'forbidden'],
  ['GET campaigns/1', {}, 'forbidden'],
  ['GET campaigns/1', { query: `ad_account_id=${mine}` }, 'forbidden'],
  ['PUT campaigns/1/adsquads', { json: { adsquads: [{ ad_account_id: mine }] } }, 'forbidden'],
  [`GET organizations/${organization}/adaccounts`, {}, 'forbidden'],
  [`GET adaccounts/${other}`, {}, 'forbidden'],
  [`GET adaccounts/${mine},${other}/campaigns`, {}, 'forbidden'],
])('%s with %j is %s to a grant for one ad account', (line, sent, code) => {
  expect(verdict(line, sent, [mine])).toBe(code);
});

it('a grant may name an organization instead of an ad account', () => {
  expect(verdict(`GET organizations/${organization}/adaccounts`, {}, [organization])).toBe('allowed');
});

it('a marketing mix report is about the ad account at the top of its body alone', () => {
  expect(verdict('POST mmm/reports', { json: { x: { ad_account_id: mine } } }, [mine])).toBe('forbidden');
  expect(
    verdict('POST mmm/reports', { json: { ad_account_id: mine, x: { ad_account_id: other } } }, [mine]),
  ).toBe('forbidden');
  expect(verdict('POST mmm/reports', { json: { ad_account_id: mine, x: [other] } }, [mine])).toBe(
    'forbidden',
  );
});

it('a creative has a public profile, which is no account', () => {
  const creative = { ad_account_id: mine, name: 'Autumn', profile_properties: { profile_id: other } };
  const sent = { json: { creatives: [creative] } };
  expect(verdict(`POST adaccounts/${mine}/creatives`, sent, [mine])).toBe('allowed');
});
