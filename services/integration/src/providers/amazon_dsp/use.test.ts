import { describe, expect, it } from 'vitest';
import { demandAccount } from '../../relay/rules.ts';
import { type Relayed, simulated } from '../simulated.fixture.ts';
import { accountsOf, judgeOf } from '../use.fixture.ts';
import { amazonDsp } from './provider.ts';

const profileId = '2200002';
const mine = '590000000000000001';
const other = '590000000000000002';
const { judge, verdict } = judgeOf(amazonDsp, 'ads');

const running = async (settings: Record<string, string> = {}) => {
  const provider = await simulated('amazon_dsp');
  const connection = await provider.connect({ fields: {}, settings: { region: 'EU', ...settings } });
  const relay = (line: string, sent?: Relayed) => provider.relay(connection, 'ads', line, sent);
  return { ...provider, connection, relay };
};

describe('the accounts', () => {
  it('the accounts are the profiles of DSP entities, each before its advertisers', async () => {
    const { connector, connection } = await running();
    const accounts = await accountsOf(connector, connection);
    expect(accounts).toHaveLength(131);
    expect(accounts[0]).toEqual({
      id: profileId,
      name: 'Nordlicht Brands',
      type: 'agency',
      currency: 'EUR',
      timeZone: 'Europe/Berlin',
      status: null,
      parentId: null,
      settings: { profileId },
    });
    expect(accounts.at(-1)).toMatchObject({
      id: '590000000000000129',
      type: 'advertiser',
      parentId: profileId,
      settings: { advertiserId: '590000000000000129', profileId },
    });
  });

  it('profiles to view are listed, and their ids have every digit', async () => {
    const far = await running({ region: 'FE' });
    expect(await accountsOf(far.connector, far.connection)).toMatchObject([{ id: '3300001' }]);
    const near = await running({ region: 'NA' });
    expect(await accountsOf(near.connector, near.connection)).toMatchObject([{ id: '9007199254740993001' }]);
  });
});

describe('a relayed request', () => {
  const campaigns = 'POST dsp/v1/campaigns/list';
  const type = 'application/vnd.dspcreatereports.v3+json';

  it.each([mine, other])('campaigns and a report of the advertiser %s are read', async (id) => {
    const { relay } = await running({ profileId });
    const answers = [
      await relay(campaigns, { headers: { 'amazon-ads-accountid': id }, json: { maxResults: 100 } }),
      await relay('GET dsp/orders', { query: `advertiserId=${id}` }),
      await relay(`POST accounts/${id}/dsp/reports`, {
        headers: { accept: type, 'content-type': type },
        json: { advertiserIds: [id], startDate: '2026-11-01', endDate: '2026-11-07', type: 'CAMPAIGN' },
      }),
      await relay(`GET accounts/${id}/dsp/reports/r1`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 202, 200]);
    for (const { judgement } of answers) {
      expect(judgement).toMatchObject({ kind: 'read', accounts: [id] });
      expect(() => demandAccount(judgement, [id])).not.toThrow();
    }
    expect(answers[0]?.json).toMatchObject({ campaigns: [{ campaignId: `${id}7` }] });
  });

  it('the settings name the advertiser or the profile where the caller names none', async () => {
    const { relay, ...provider } = await running({ profileId, advertiserId: mine });
    expect(await relay(campaigns, { json: {} })).toMatchObject({
      status: 200,
      judgement: { accounts: [mine] },
    });
    const { requests } = provider;
    const both = { 'amazon-ads-accountid': mine, 'amazon-advertising-api-scope': profileId };
    expect(requests.at(-1)?.headers).toMatchObject(both);
    expect(await relay('GET dsp/orders')).toMatchObject({
      status: 200,
      judgement: { accounts: [profileId] },
    });
    const named = await relay(campaigns, { headers: { 'amazon-ads-accountid': other }, json: {} });
    expect(named).toMatchObject({ status: 200, judgement: { accounts: [other] } });
  });
});

describe('the headers that Patchbay sends', () => {
  const both = { advertiserId: mine, profileId };
  const [account, scope] = [{ 'amazon-ads-accountid': mine }, { 'amazon-advertising-api-scope': profileId }];
  it.each([
    ['/dsp/v1/campaigns/list', both, {}, { ...account, ...scope }],
    ['/dsp/v1/campaigns/list', { profileId }, {}, scope],
    ['/adsApi/v1/query/campaigns', both, {}, account],
    ['/reporting/reports', both, {}, account],
    ['/reporting/reports', { profileId }, {}, scope],
    ['/reporting/reports/7', both, { 'amazon-advertising-api-scope': '1' }, {}],
    ['/accounts/1/dsp/reports', both, {}, account],
    ['/accounts/1/invoices', both, {}, {}],
    ['/v2/profiles', both, {}, {}],
    ['/dsp/orders', both, {}, scope],
  ])('to %s with the settings %j beside %j they are %j', (path, settings, sent, headers) => {
    expect(amazonDsp.use.apis[0]?.defaultHeaders?.(settings, path, sent)).toEqual(headers);
  });
});

describe('a request', () => {
  it.each([
    ['GET dsp/orders/1', 'read'],
    ['POST dsp/v1/campaigns/1/flights/list', 'read'],
    ['POST adsApi/v1/query/campaigns', 'read'],
    ['POST adsApi/v1/retrieve/campaigns', 'read'],
    ['POST assets/search', 'read'],
    ['POST sp/campaigns/budget/usage', 'read'],
    ['POST accounts/1/dsp/reports', 'read'],
    ['POST reporting/reports', 'read'],
    ['POST targets/export', 'read'],
    ['POST dsp/v1/targets/deleteByObject', 'change'],
    ['POST adsApi/v1/create/campaigns', 'change'],
    ['POST amc/audiences/query', 'change'],
    ['POST streams/subscriptions', 'change'],
  ])('%s is a %s', (line, kind) => {
    expect(judge(line).kind).toBe(kind);
  });

  it.each([
    ['POST managerAccounts', {}, 'forbidden'],
    ['POST adsApi/v1/create/managerAccounts', {}, 'forbidden'],
    ['POST adsApi/v1/create/accountCombinationInvitations', {}, 'forbidden'],
    ['GET accounts/1/invitations', {}, 'forbidden'],
    ['GET users', {}, 'forbidden'],
    ['POST testAccounts', {}, 'forbidden'],
    ['PUT amc/instances/1/updateCustomerAwsAccount', {}, 'forbidden'],
    ['GET managerAccounts', {}, 'allowed'],
  ])('%s with %j is %s to everyone', (line, sent, code) => {
    expect(verdict(line, sent, null)).toBe(code);
  });

  const list = 'POST dsp/v1/campaigns/list';
  const account = (id: string) => ({ 'amazon-ads-accountid': id });
  const scope = (id: string) => ({ 'amazon-advertising-api-scope': id });
  const report = `POST accounts/${mine}/dsp/reports`;
  it.each([
    [list, { headers: account(mine), json: {} }, 'allowed'],
    [list, { headers: { ...account(mine), ...scope(profileId) }, json: {} }, 'allowed'],
    ['GET dsp/orders', { query: `advertiserId=${mine}`, headers: scope(profileId) }, 'allowed'],
    [report, { json: { advertiserIds: [mine] } }, 'allowed'],
    [list, { json: {} }, 'forbidden'],
    [list, { headers: account(other), json: {} }, 'forbidden'],
    [list, { headers: scope(mine), json: {} }, 'forbidden'],
    [list, { headers: { ...account(mine), 'amazon-ads-manager-accountid': '5' }, json: {} }, 'forbidden'],
    ['GET dsp/orders', { headers: account(mine) }, 'forbidden'],
    ['GET dsp/orders/1', { headers: { ...account(mine), ...scope(profileId) } }, 'forbidden'],
    ['GET dsp/orders/1', { query: `advertiserId=${mine}`, headers: scope(profileId) }, 'forbidden'],
    ['GET insights/audiences/1', { query: `advertiserId=${other}` }, 'forbidden'],
    ['POST accounts/ENTITY2200002/dsp/reports', { json: { advertiserIds: [mine] } }, 'forbidden'],
    [`GET accounts/${other}/dsp/reports/r1`, {}, 'forbidden'],
    ['POST adsApi/v1/query/advertiserAccounts', { headers: scope(profileId), json: {} }, 'forbidden'],
    ['POST adsApi/v1/query/advertiserAccounts', { headers: account(mine), json: {} }, 'forbidden'],
    ['POST adsApi/v1/create/advertiserAccounts', { headers: account(mine), json: {} }, 'forbidden'],
    ['POST adsApi/v1/query/sellingAccounts', { headers: account(mine), json: {} }, 'forbidden'],
    ['GET v2/profiles', { headers: account(mine) }, 'forbidden'],
  ])('%s with %j is %s to a grant for one advertiser', (line, sent, code) => {
    expect(verdict(line, sent, [mine])).toBe(code);
  });

  it.each([
    ['GET dsp/orders/1', profileId, 'allowed'],
    ['GET dsp/advertisers', profileId, 'allowed'],
    ['GET dsp/orders/1', '2200001', 'forbidden'],
    ['POST dsp/v1/campaigns/list', profileId, 'forbidden'],
    ['POST adsApi/v1/query/advertiserAccounts', profileId, 'forbidden'],
    ['GET managerAccounts', profileId, 'forbidden'],
  ])('%s with the profile %s is %s to a grant for one profile', (line, id, code) => {
    expect(verdict(line, { headers: scope(id) }, [profileId])).toBe(code);
  });
});

it('a query asks for no account that is not granted', () => {
  const line = 'POST adsApi/v1/query/campaigns';
  const asking = (id: string) => ({
    headers: { 'amazon-ads-accountid': mine },
    json: { accessRequestedAccounts: [{ advertiserAccountId: id }] },
  });
  expect(verdict(line, asking(mine), [mine])).toBe('allowed');
  expect(() => demandAccount(judge(line, asking(other)), [mine])).toThrow(
    `The grant does not include the account ${other} (accessRequestedAccounts.advertiserAccountId).`,
  );
});

it('a report has the rows of no advertiser that is not granted, whatever the header says', () => {
  const report = (...values: string[]) => ({
    headers: { 'amazon-ads-accountid': mine },
    json: { configuration: { filters: [{ field: 'advertiserId', values }] } },
  });
  expect(verdict('POST reporting/reports', report(mine), [mine])).toBe('allowed');
  expect(verdict('POST reporting/reports', report(mine, other), [mine])).toBe('forbidden');
});
