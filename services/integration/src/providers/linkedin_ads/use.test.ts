import { describe, expect, it } from 'vitest';
import { notGranted, scopesAsked, simulated } from '../simulated.fixture.ts';
import { accountsOf, judgeOf } from '../use.fixture.ts';
import { linkedinAds } from './provider.ts';

const mine = '500100001';
const other = '500100002';
const urnOf = (id: string): string => `urn%3Ali%3AsponsoredAccount%3A${id}`;
const plainUrnOf = (id: string): string => `urn:li:sponsoredAccount:${id}`;
const { judge, verdict } = judgeOf(linkedinAds, 'rest', [
  'authorization',
  'linkedin-version',
  'x-restli-protocol-version',
]);
const refusal = (code: string) => expect.objectContaining({ code });

describe('a connection in use', () => {
  it('the ad accounts are listed with their organization, over all pages', async () => {
    const { connect, connector } = await simulated('linkedin_ads');
    const accounts = await accountsOf(connector, await connect());
    expect(accounts.map(({ id }) => id)).toEqual([mine, other]);
    expect(accounts[0]).toEqual({
      id: mine,
      name: 'Nordlicht Business',
      type: 'BUSINESS',
      currency: 'EUR',
      timeZone: null,
      status: 'ACTIVE',
      parentId: 'urn:li:organization:600100001',
      settings: { adAccountId: mine },
    });
  });

  const analytics =
    'q=analytics&pivot=CAMPAIGN&timeGranularity=DAILY&dateRange=(start:(year:2026,month:11,day:1))' +
    `&accounts=List(${urnOf(mine)})&fields=impressions,clicks,costInLocalCurrency`;

  it('a long query is sent in the body of a POST, and still is a read of its account', async () => {
    const { connect, relay, requests } = await simulated('linkedin_ads');
    const query = `${analytics}&campaigns=List(${Array.from({ length: 100 }, (_, index) => `urn%3Ali%3AsponsoredCampaign%3A${700_100_000 + index}`).join()})`;
    expect(await relay(await connect(), 'rest', 'GET adAnalytics', { query })).toMatchObject({
      judgement: { kind: 'read', accounts: [mine] },
      status: 200,
    });
    expect(requests.at(-1)).toMatchObject({
      method: 'POST',
      headers: { 'x-http-method-override': 'GET', 'content-type': 'application/x-www-form-urlencoded' },
      body: query,
    });
  });

  it('the caller may ask for another version', async () => {
    const { connect, relay } = await simulated('linkedin_ads');
    const connection = await connect();
    const statusOf = async (version: string) => {
      const headers = { 'linkedin-version': version };
      return (await relay(connection, 'rest', `GET adAccounts/${mine}`, { headers })).status;
    };
    expect(await statusOf('202608')).toBe(200);
    expect(await statusOf('201901')).toBe(426);
  });
});

describe('what a request does', () => {
  it.each([
    ['GET adAnalytics', undefined, 'read'],
    ['GET adAnalytics', 'FINDER', 'read'],
    ['GET adAccounts', 'batch_get', 'read'],
    ['GET adAccounts/1/adCampaigns', 'DELETE', 'change'],
    ['GET adAccounts/1/adCampaigns', 'FINDER, DELETE', 'change'],
    ['POST adAccounts/1/adCampaigns', undefined, 'change'],
    ['POST adAccounts/1/adCampaigns', 'FINDER', 'change'],
  ])('%s with the method %s is a %s', (line, method, kind) => {
    const headers = method === undefined ? {} : { 'x-restli-method': method };
    expect(judge(line, { headers }).kind).toBe(kind);
  });
});

describe('what is refused', () => {
  it.each([
    'GET adAccountUsers',
    'POST adAccounts/1/adAccountUsers',
    'GET organizationAcls',
    'POST adAccounts',
  ])('%s is never relayed', (line) => {
    expect(() => judge(line)).toThrow(refusal('forbidden'));
  });

  it.each([
    { headers: { 'x-restli-protocol-version': '1.0.0' } },
    { query: 'oauth2_access_token=mine' },
    { query: `accounts=List(${urnOf(mine)})&accounts=List(${urnOf(mine)})` },
  ])('a request with %j is refused', (sent) => {
    expect(() => judge('GET adAnalytics', sent)).toThrow(refusal('invalid'));
  });
});

describe('a grant for one ad account', () => {
  it.each([
    [`GET adAccounts/${mine}`, {}],
    [`GET adAccounts/${mine}/adCampaigns`, { query: 'q=search' }],
    [`GET adAccounts/${mine}/adCampaigns`, { query: 'ids=List(1,2)' }],
    [`POST adAccounts/${mine}/adCampaigns`, { json: { account: plainUrnOf(mine) } }],
    ['GET adAnalytics', { query: `q=analytics&accounts=List(${urnOf(mine)})` }],
    ['GET conversions', { query: `q=account&account=${urnOf(mine)}` }],
    ['POST dmpSegments', { json: { account: plainUrnOf(mine) } }],
    ['GET leadForms', { query: `q=owner&owner=(sponsoredAccount:${urnOf(mine)})` }],
    ['GET adTargetingFacets', {}],
    ['GET adTargetingEntities', { query: 'q=typeahead&query=a' }],
  ] as const)('allows %s with %j', (line, sent) => {
    expect(verdict(line, sent, [mine])).toBe('allowed');
  });

  it.each([
    ['GET adAccounts', { query: 'q=search' }],
    ['GET adAccounts', { query: `q=search&x=${urnOf(mine)}` }],
    [`GET adAccounts/${other}/adCampaigns`, {}],
    [`GET adAccounts/${urnOf(other)}/adCampaigns`, {}],
    ['GET adAnalytics', {}],
    ['GET adAnalytics', { query: `accounts=List(urn:li:SponsoredAccount:${other})` }],
    [
      'GET adAnalytics',
      { query: `accounts=List(${urnOf(mine)},urn%253Ali%253AsponsoredAccount%253A${other})` },
    ],
    ['GET adAnalytics', { query: `accounts=List(${urnOf(`0${mine}`)})` }],
    // Analytics of campaigns need the account too, and by its own name.
    ['GET adAnalytics', { query: 'campaigns=List(urn%3Ali%3AsponsoredCampaign%3A1)' }],
    ['GET adAnalytics', { query: `campaigns=List(urn%3Ali%3AsponsoredCampaign%3A1)&x=${urnOf(mine)}` }],
    ['GET conversions', { query: `account=${urnOf(mine)}&x=${urnOf(other)}` }],
    ['GET conversions/5', { query: `account=${urnOf(mine)}` }],
    ['GET dmpSegments', { query: `ids=List(5)&account=${urnOf(mine)}` }],
    ['GET adCampaigns/5', { query: `account=${urnOf(mine)}` }],
    ['GET adTargetingEntities', { query: `account=${urnOf(other)}` }],
  ] as const)('refuses %s with %j', (line, sent) => {
    expect(verdict(line, sent, [mine])).toBe('forbidden');
  });
});

it.each([
  ['read', 'r_ads,r_ads_reporting', undefined],
  ['read', 'rw_ads,r_ads_reporting', undefined],
  ['manage', 'r_ads,r_ads_reporting', 'scope_missing: Not allowed: changing ads.'],
  ['manage', 'rw_ads', 'scope_missing: Not allowed: reading reports.'],
] as const)('a consent to %s that grants %s tells what is missing', async (access, scope, missing) => {
  expect(await notGranted(linkedinAds, access, scope)).toBe(missing);
});

it('a consent asks for the scopes of changes only where changes are wanted', async () => {
  const { connector } = await simulated('linkedin_ads');
  const read = 'r_ads r_ads_reporting';
  expect(scopesAsked(connector)).toEqual({ before: read, read, manage: 'rw_ads r_ads_reporting' });
});
