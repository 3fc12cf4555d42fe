import { describe, expect, it } from 'vitest';
import { signal, simulated } from '../simulated.fixture.ts';
import { judgeOf } from '../use.fixture.ts';
import { microsoftAds } from './provider.ts';

const mine = '1001';
const other = '1002';
const names = ['campaign', 'reporting', 'bulk', 'adinsight', 'customer', 'billing'] as const;
const apis = new Map(names.map((name) => [name, judgeOf(microsoftAds, name)]));
const of = (name: (typeof names)[number]) => apis.get(name) ?? expect.unreachable();

const running = async (
  settings: Readonly<Record<string, string>> = { accountId: mine, customerId: '701' },
) => {
  const provider = await simulated('microsoft_ads');
  return { ...provider, connection: await provider.connect({ fields: {}, settings }) };
};

it('the accounts are those of the user, on all pages', async () => {
  const { connector, connection } = await running();
  const accounts = await Array.fromAsync(connector.listAccounts?.(connection, signal) ?? []);
  expect(accounts).toHaveLength(101);
  expect(accounts[0]).toEqual({
    id: mine,
    name: 'Nordlicht Search Ads',
    type: 'Account',
    currency: 'EUR',
    timeZone: 'AmsterdamBerlinBernRomeStockholmVienna',
    status: 'Active',
    parentId: '701',
    settings: { accountId: mine, customerId: '701' },
  });
});

it('an account of another customer is reached through the customer of the user', async () => {
  const { connector, connection } = await running();
  const accounts = await Array.fromAsync(connector.listAccounts?.(connection, signal) ?? []);
  expect(accounts[1]).toMatchObject({
    id: other,
    parentId: '702',
    settings: { accountId: other, customerId: '701' },
  });
});

describe('a relayed request', () => {
  it('the customer and the account of the settings are sent', async () => {
    const { relay, connection, requests } = await running();
    await relay(connection, 'campaign', 'POST Campaigns/QueryByAccountId', { json: { AccountId: mine } });
    expect(requests.at(-1)?.headers).toMatchObject({
      customerid: '701',
      customeraccountid: mine,
      developertoken: 'MICROSOFTDEV1',
    });
  });
});

it.each([
  ['campaign', 'POST Campaigns/QueryByAccountId', 'read'],
  ['campaign', 'POST Ads/QueryByAdGroupId', 'read'],
  ['campaign', 'POST MediaMetaData/Query', 'read'],
  ['campaign', 'POST FileImportUploadUrl/Query', 'change'],
  ['campaign', 'POST Campaigns', 'change'],
  ['campaign', 'PUT Campaigns/Query', 'change'],
  ['campaign', 'POST AccountProperties/Set', 'change'],
  ['campaign', 'POST OfflineConversions/Apply', 'change'],
  ['reporting', 'POST GenerateReport/Submit', 'read'],
  ['reporting', 'POST GenerateReport/Poll', 'read'],
  ['bulk', 'POST Campaigns/DownloadByAccountIds', 'read'],
  ['bulk', 'POST Campaigns/DownloadByCampaignIds', 'read'],
  ['bulk', 'POST BulkDownloadStatus/Query', 'read'],
  ['bulk', 'POST BulkUploadUrl/Query', 'change'],
  ['bulk', 'POST EntityRecords/Upload', 'change'],
  ['adinsight', 'POST Recommendations/Retrieve', 'read'],
  ['adinsight', 'POST Recommendations/Apply', 'change'],
  ['adinsight', 'POST Recommendations/Dismiss', 'change'],
  ['customer', 'POST Accounts/Search', 'read'],
  ['customer', 'POST AccountsInfo/Query', 'read'],
  ['customer', 'POST Address/Validate', 'read'],
  ['billing', 'POST InsertionOrders/Search', 'read'],
] as const)('at %s, %s is a %s', (name, line, kind) => {
  expect(of(name).judge(line, { json: {} }).kind).toBe(kind);
});

it.each([
  ['campaign', 'POST UetTagAuthKey/Query', {}, 'forbidden'],
  ['campaign', 'POST CampaignManagementService.svc', {}, 'forbidden'],
  ['campaign', 'POST Api/Advertiser', {}, 'forbidden'],
  ['customer', 'POST User/Query', {}, 'forbidden'],
  ['customer', 'PUT UserRoles', {}, 'forbidden'],
  ['customer', 'POST UserInvitation/Send', {}, 'forbidden'],
  ['customer', 'POST UserInvitations/Search', {}, 'forbidden'],
  ['customer', 'POST UsersInfo/Query', {}, 'forbidden'],
  ['customer', 'POST UserMFAStatus/Query', {}, 'forbidden'],
  ['customer', 'POST ClientLinks/Search', {}, 'forbidden'],
  ['customer', 'POST ClientLinks', {}, 'forbidden'],
  ['customer', 'POST Customer/Signup', {}, 'forbidden'],
  ['customer', 'PUT Customer', {}, 'forbidden'],
  ['customer', 'DELETE Account', {}, 'forbidden'],
  ['customer', 'POST Account/Query', {}, 'allowed'],
  ['billing', 'POST InsertionOrder', {}, 'forbidden'],
  ['billing', 'POST Coupons/Redeem', {}, 'forbidden'],
] as const)('at %s, %s with %j is %s to everyone', (name, line, sent, code) => {
  expect(of(name).verdict(line, sent, null)).toBe(code);
});

describe('a grant for one account', () => {
  const headers = { customeraccountid: mine };

  it.each(['campaign', 'bulk', 'adinsight'] as const)('the header tells the account at %s', (name) => {
    const { verdict } = of(name);
    const line = 'POST Things/QueryByIds';
    expect(verdict(line, { headers, json: { Ids: [7] } }, [mine])).toBe('allowed');
    expect(verdict(line, { headers, json: { AccountId: Number(mine) } }, [mine])).toBe('allowed');
    expect(verdict(line, { json: { Ids: [7] } }, [mine])).toBe('forbidden');
    expect(verdict(line, { json: { AccountId: mine } }, [mine])).toBe('forbidden');
    expect(verdict(line, { headers: { customeraccountid: other }, json: {} }, [mine])).toBe('forbidden');
    expect(verdict(line, { headers: { customeraccountid: `${mine},${other}` } }, [mine])).toBe('forbidden');
    expect(verdict(line, { headers, text: 'AccountId' }, [mine])).toBe('invalid');
    expect(verdict(line, { headers, text: '{"AccountId":1001,"accountid":1002}' }, [mine])).toBe('invalid');
  });

  it.each([
    { AccountId: other },
    { AccountIds: [mine, other] },
    { Campaigns: [{ CampaignId: 7, ParentAccountId: other }] },
    { Audiences: [{ CustomerShare: { CustomerAccountShares: [{ AccountId: other }] } }] },
  ])('another account in the body is refused: %j', (json) => {
    expect(of('campaign').verdict('POST Campaigns', { headers, json }, [mine])).toBe('forbidden');
    expect(of('bulk').verdict('POST Campaigns/DownloadByAccountIds', { headers, json }, [mine])).toBe(
      'forbidden',
    );
  });

  it.each([
    [{ AccountIds: [mine] }, 'allowed'],
    [{ Campaigns: [{ AccountId: Number(mine), CampaignId: 7 }] }, 'allowed'],
    [{}, 'forbidden'],
    [{ AccountIds: [mine, other] }, 'forbidden'],
    [{ AccountIds: [mine], Campaigns: [{ AccountId: other }] }, 'forbidden'],
  ])('a report with the scope %j is %s', (Scope, code) => {
    const json = { ReportRequest: { Scope } };
    expect(of('reporting').verdict('POST GenerateReport/Submit', { headers, json }, [mine])).toBe(code);
  });

  it.each(['POST Accounts/Search', 'POST Account/Query'])('%s needs every account', (line) => {
    const json = { AccountId: mine, Predicates: [{ Field: 'AccountId', Operator: 'Equals', Value: mine }] };
    expect(of('customer').verdict(line, { headers, json }, [mine])).toBe('forbidden');
    expect(of('customer').verdict(line, { headers, json }, null)).toBe('allowed');
    expect(of('billing').verdict('POST InsertionOrders/Search', { headers, json }, [mine])).toBe('forbidden');
  });
});

it.each([
  [{ ReportRequest: { Scope: { AccountIds: [mine] } } }, 'allowed'],
  [{ ReportRequest: { Scope: { Campaigns: [{ AccountId: mine, CampaignId: '7001' }] } } }, 'allowed'],
  [{ ReportRequest: { Scope: { AdGroups: [{ AccountId: mine, AdGroupId: '7001' }] } } }, 'allowed'],
  [{ ReportRequest: { Scope: { Campaigns: [{ AccountId: mine }, { CampaignId: '7001' }] } } }, 'forbidden'],
  [{ ReportRequest: { Scope: {}, AccountIds: [mine] } }, 'forbidden'],
  [{ ReportRequest: { Filter: { AccountIds: [mine] } } }, 'forbidden'],
  [{ AccountIds: [mine] }, 'forbidden'],
  [{ ReportRequest: { Scope: { AccountIds: [mine] }, x: { AccountId: other } } }, 'forbidden'],
  [{ ReportRequest: { Scope: { AccountIds: [mine] }, Extra: [other] } }, 'forbidden'],
])('a report of %j is %s: its scope tells whose data it has', (json, code) => {
  expect(of('reporting').verdict('POST GenerateReport/Submit', { json }, [mine])).toBe(code);
});
