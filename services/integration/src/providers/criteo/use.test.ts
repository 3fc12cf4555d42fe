import { describe, expect, it } from 'vitest';
import { simulated } from '../simulated.fixture.ts';
import { accountsOf, judgeOf } from '../use.fixture.ts';
import { criteo } from './provider.ts';

const mine = '78421';
const other = '78422';
const { judge, verdict } = judgeOf(criteo, 'marketing');

it('the accounts are the advertisers that consented to the app', async () => {
  const { connect, connector } = await simulated('criteo');
  const accounts = await accountsOf(connector, await connect());
  expect(accounts.map(({ id, name, settings }) => [id, name, settings])).toEqual([
    [mine, 'Nordlicht Retail', { advertiserId: mine }],
    [other, 'Nordlicht Travel', { advertiserId: other }],
  ]);
});

describe('a request', () => {
  it.each([
    ['GET marketing-solutions/campaigns/1', 'read'],
    ['POST marketing-solutions/ad-sets/search', 'read'],
    ['POST marketing-solutions/audience-segments/search', 'read'],
    ['POST transactions/report', 'read'],
    ['POST log-level/advertisers/1/report', 'read'],
    ['POST marketing-solutions/audiences/estimate-size', 'change'],
    ['POST marketing-solutions/audience-segments/compute-sizes', 'change'],
    ['POST marketing-solutions/creatives/1/preview', 'change'],
    ['POST marketing-solutions/ad-sets/start', 'change'],
  ])('%s is a %s', (line, kind) => {
    expect(judge(line).kind).toBe(kind);
  });

  it.each([
    ['POST oauth2/token', {}, 'forbidden'],
    ['GET advertisers/me', { query: 'client_secret=x' }, 'invalid'],
    ['GET advertisers/me', {}, 'allowed'],
  ])('%s with %j is %s to everyone', (line, sent, code) => {
    expect(verdict(line, sent, null)).toBe(code);
  });

  const ofEach = (...advertiserIds: unknown[]) => ({
    data: advertiserIds.map((id) => ({ type: 'Report', attributes: { advertiserIds: id } })),
  });
  const statistics = 'POST statistics/report';
  const transactions = 'POST transactions/report';
  const campaigns = 'POST marketing-solutions/campaigns/search';
  const audiences = 'POST marketing-solutions/audiences/search';
  const create = 'POST marketing-solutions/audiences/create';
  const brands = 'GET marketing-solutions/audience-segments/in-market-brands';
  const created = (...ids: unknown[]) => ({
    data: ids.map((advertiserId) => ({ type: 'Audience', attributes: { advertiserId } })),
  });
  it.each([
    [`GET marketing-solutions/advertisers/${mine}/creatives`, {}, 'allowed'],
    [`POST log-level/advertisers/${mine}/report`, {}, 'allowed'],
    [statistics, { json: { advertiserIds: `${mine}, ${mine}` } }, 'allowed'],
    [transactions, { json: ofEach(mine, Number(mine)) }, 'allowed'],
    [campaigns, { json: { filters: { advertiserIds: [mine], campaignIds: ['1'] } } }, 'allowed'],
    [audiences, { json: { data: { attributes: { advertiserIds: [mine] } } } }, 'allowed'],
    [create, { json: created(mine) }, 'allowed'],
    [brands, { query: `advertiser-id=${mine}&country=DE` }, 'allowed'],
    [`GET marketing-solutions/advertisers/${other}/creatives`, {}, 'forbidden'],
    [`POST log-level/advertisers/${other}/report`, { json: { advertiserIds: mine } }, 'forbidden'],
    [`GET marketing-solutions/marketplace-performance-outcomes/advertisers/${other}`, {}, 'forbidden'],
    ['GET advertisers/me', {}, 'forbidden'],
    [statistics, { json: {} }, 'forbidden'],
    [statistics, { json: { advertiserIds: `${mine},${other}` } }, 'forbidden'],
    [statistics, { json: { filters: { advertiserIds: [mine] } } }, 'forbidden'],
    [transactions, { json: ofEach() }, 'forbidden'],
    [transactions, { json: ofEach(mine, undefined) }, 'forbidden'],
    [transactions, { json: ofEach(mine, null) }, 'forbidden'],
    [campaigns, { json: { filters: { campaignIds: ['1'] } } }, 'forbidden'],
    [campaigns, { json: { filters: { advertiserIds: [] } } }, 'forbidden'],
    [campaigns, { json: { advertiserIds: mine } }, 'forbidden'],
    [create, { json: created(mine, undefined) }, 'forbidden'],
    ['POST marketing-solutions/campaigns', { json: { data: created(mine).data[0] } }, 'allowed'],
    ['PATCH marketing-solutions/campaigns', { json: created(mine) }, 'forbidden'],
    ['POST marketing-solutions/ad-sets', { json: { data: created(mine).data[0] } }, 'forbidden'],
    ['GET marketing-solutions/campaigns/1', { query: `advertiser-id=${mine}` }, 'forbidden'],
  ])('%s with %j is %s to a grant for one advertiser', (line, sent, code) => {
    expect(verdict(line, sent, [mine])).toBe(code);
  });
});
