import { describe, expect, it } from 'vitest';
import { simulated } from '../simulated.fixture.ts';
import { accountsOf, judgeOf } from '../use.fixture.ts';
import { adform } from './provider.ts';

const mine = '4001';
const other = '4002';
const scope = 'https://api.adform.com/scope/';
const scopes = ['buyer.advertisers.readonly', 'buyer.campaigns.api.readonly', 'buyer.stats']
  .map((name) => `${scope}${name}`)
  .join(' ');
const { judge, verdict } = judgeOf(adform, 'buyer');

const running = async (settings: Record<string, string> = { scopes }) => {
  const provider = await simulated('adform');
  const connection = await provider.connect({ ...provider.ways[0], settings });
  return { ...provider, connection };
};

const report = (...id: unknown[]) => ({
  dimensions: ['date', 'campaign'],
  metrics: [{ metric: 'impressions' }],
  filter: { date: { from: '2026-11-01', to: '2026-11-07' }, client: { id } },
});

it('the accounts are the advertisers of every page', async () => {
  const { connector, connection } = await running({});
  const accounts = await accountsOf(connector, connection);
  expect(accounts).toHaveLength(150);
  expect(accounts.at(-1)).toEqual({
    id: '4149',
    name: 'Nordlicht 149',
    type: 'advertiser',
    currency: null,
    timeZone: 'Europe/Berlin',
    status: 'Active',
    parentId: null,
    settings: { advertiserId: '4149' },
  });
});

describe('a request', () => {
  it.each([
    ['GET v1/buyer/campaigns/1', 'read'],
    ['POST v1/buyer/stats/data', 'read'],
    ['POST v2/seller/stats/reports', 'read'],
    ['POST v1/buyer/campaigns', 'change'],
  ])('%s is a %s', (line, kind) => {
    expect(judge(line).kind).toBe(kind);
  });

  it.each([
    ['POST Services/Security/Login', {}, 'forbidden'],
    ['GET v1/users', {}, 'forbidden'],
    ['PUT v2/agency/roles', {}, 'forbidden'],
    ['GET v1/buyer/campaigns', {}, 'allowed'],
  ])('%s with %j is %s to everyone', (line, sent, code) => {
    expect(verdict(line, sent, null)).toBe(code);
  });

  const list = 'GET v1/buyer/campaigns';
  const stats = 'POST v1/buyer/stats/data';
  const create = 'POST v1/buyer/campaigns';
  it.each([
    [list, { query: `advertisers=${mine}` }, 'allowed'],
    [`GET v1/buyer/advertisers/${mine}`, {}, 'allowed'],
    [`GET v1/buyer/advertisers/${other}`, {}, 'forbidden'],
    [stats, { json: report(mine, Number(mine)) }, 'allowed'],
    [create, { json: { advertiserId: Number(mine) } }, 'allowed'],
    [list, {}, 'forbidden'],
    [list, { query: `advertiserId=${mine}` }, 'forbidden'],
    ['GET v1/buyer/campaigns/1', { query: `advertisers=${mine}` }, 'forbidden'],
    ['GET v1/buyer/advertisers', { query: `advertisers=${mine}` }, 'forbidden'],
    [stats, { json: {} }, 'forbidden'],
    [stats, { json: report() }, 'forbidden'],
    [stats, { json: { filter: { client: { name: [mine] } } } }, 'forbidden'],
    [stats, { json: { advertiserId: mine } }, 'forbidden'],
    ['PUT v1/buyer/campaigns/1', { json: { advertiserId: mine } }, 'forbidden'],
    ['POST v1/buyer/lineitems', { json: { campaignId: 1, advertiserId: mine } }, 'forbidden'],
  ])('%s with %j is %s to a grant for one advertiser', (line, sent, code) => {
    expect(verdict(line, sent, [mine])).toBe(code);
  });
});
