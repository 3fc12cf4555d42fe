import { describe, expect, it } from 'vitest';
import { notGranted, simulated } from '../simulated.fixture.ts';
import { accountsOf, judgeOf } from '../use.fixture.ts';
import { googleAds } from './provider.ts';

const mine = '1234567890';
const other = '2345678901';
const manager = '9876543210';
const { judge, verdict } = judgeOf(googleAds, 'googleads', [
  'authorization',
  'developer-token',
  'login-customer-id',
]);
const refusal = (code: string) => expect.objectContaining({ code });

describe('a connection in use', () => {
  it('customers are listed once, with those of managers and without closed ones', async () => {
    const { connect, connector } = await simulated('google_ads');
    const accounts = await accountsOf(connector, await connect());
    expect(accounts.map(({ id, type }) => `${id} ${type}`)).toEqual([
      `${mine} customer`,
      `${other} customer`,
      `${manager} manager`,
      '3456789012 customer',
    ]);
    expect(accounts[0]).toEqual({
      id: mine,
      name: 'Nordlicht Search',
      type: 'customer',
      currency: 'EUR',
      timeZone: 'Europe/Oslo',
      status: 'ENABLED',
      parentId: null,
      settings: { customerId: mine },
    });
    expect(accounts[3]).toMatchObject({
      parentId: manager,
      settings: { customerId: '3456789012', loginCustomerId: manager },
    });
  });

  const gaql = { query: 'SELECT campaign.id, campaign.name, metrics.cost_micros FROM campaign' };

  it('campaigns are read as a list and as a stream, and changed', async () => {
    const { connect, relay } = await simulated('google_ads');
    const connection = await connect();
    const read = { kind: 'read', accounts: [mine] };
    const results = [{ campaign: { name: 'Winter of Nordlicht Search' } }];
    expect(
      await relay(connection, 'googleads', `POST customers/${mine}/googleAds:search`, { json: gaql }),
    ).toMatchObject({ judgement: read, status: 200, json: { results } });
    expect(
      await relay(connection, 'googleads', `POST customers/${mine}/googleAds:searchStream`, { json: gaql }),
    ).toMatchObject({ judgement: read, status: 200, json: [{ results }] });
    expect(
      await relay(connection, 'googleads', `POST customers/${mine}/campaigns:mutate`, {
        json: { operations: [{ remove: `customers/${mine}/campaigns/1` }] },
      }),
    ).toMatchObject({ judgement: { kind: 'change', accounts: [mine] }, status: 200 });
  });

  it('a customer of a manager is reached with the manager of the settings, or of the caller', async () => {
    const { connect, relay } = await simulated('google_ads');
    const connection = await connect();
    const statusOf = async (settings: Record<string, string>, headers: Record<string, string> = {}) => {
      const line = 'POST customers/3456789012/googleAds:search';
      const sent = { json: gaql, headers };
      return (await relay({ ...connection, settings }, 'googleads', line, sent)).status;
    };
    expect(await statusOf({})).toBe(403);
    expect(await statusOf({ loginCustomerId: manager })).toBe(200);
    expect(await statusOf({}, { 'login-customer-id': manager })).toBe(200);
    expect(await statusOf({ loginCustomerId: other }, { 'login-customer-id': manager })).toBe(200);
  });
});

describe('what a request does', () => {
  it.each([
    [`GET customers/${mine}/campaignDrafts`, 'read'],
    [`POST customers/${mine}/googleAds:search`, 'read'],
    ['POST googleAdsFields:search', 'read'],
    ['POST geoTargetConstants:suggest', 'read'],
    ['POST audienceInsights:listInsightsEligibleDates', 'read'],
    ['POST :listPlannableLocations', 'read'],
    ['POST :generateConversionRates', 'read'],
    [`POST customers/${mine}:generateKeywordIdeas`, 'read'],
    [`POST customers/${mine}:suggestTravelAssets`, 'read'],
    [`POST customers/${mine}/recommendations:generate`, 'read'],
    [`POST customers/${mine}/recommendations:apply`, 'change'],
    [`POST customers/${mine}:generateShareablePreviews`, 'change'],
    [`POST customers/${mine}/campaigns:mutate`, 'change'],
    [`POST customers/${mine}/googleAds:mutate`, 'change'],
    [`POST customers/${mine}:uploadClickConversions`, 'change'],
  ])('%s is a %s', (line, kind) => {
    expect(judge(line).kind).toBe(kind);
  });
});

describe('what is refused', () => {
  it.each([
    'GET customers:listAccessibleCustomers',
    `POST customers/${mine}/customerUserAccesses:mutate`,
    `POST customers/${mine}/customerUserAccessInvitations:mutate`,
    `POST customers/${mine}/customerManagerLinks:moveManagerLink`,
    `POST customers/${mine}/customerClientLinks:mutate`,
    `POST customers/${mine}/accountLinks:create`,
    `POST customers/${mine}/multiPartyAuthReview:resolve`,
    `POST customers/${mine}:startIdentityVerification`,
    `POST customers/${mine}:createCustomerClient`,
    'POST batch',
  ])('%s is never relayed', (line) => {
    expect(() => judge(line)).toThrow(refusal('forbidden'));
  });

  it.each([
    { query: '%24.xgafv=2' },
    { query: 'upload_protocol=raw' },
    { headers: { 'developer-token': 'mine' } },
  ])('a request with %j is refused', (sent) => {
    expect(() => judge(`POST customers/${mine}/googleAds:search`, sent)).toThrow(refusal('invalid'));
  });
});

describe('a grant for one customer', () => {
  it.each([
    [`POST customers/${mine}/googleAds:search`, { json: { query: 'SELECT campaign.id FROM campaign' } }],
    [`POST customers/${mine}:generateKeywordIdeas`, { json: {} }],
    [
      `POST customers/${mine}/campaigns:mutate`,
      { json: { operations: [{ remove: `customers/${mine}/campaigns/1` }] } },
    ],
    ['POST :listPlannableUserLists', { json: { customerId: mine } }],
    ['POST :listPlannableLocations', {}],
    ['GET googleAdsFields/campaign.id', {}],
  ] as const)('allows %s with %j', (line, sent) => {
    expect(verdict(line, sent, [mine])).toBe('allowed');
  });

  it.each([
    [`POST customers/${other}/googleAds:search`, {}],
    [`POST customers/${other}:generateKeywordIdeas`, {}],
    [`GET customers/${other}`, { query: `x=customers/${mine}` }],
    [`POST customers/0${mine}/googleAds:search`, {}],
    ['POST :generateConversionRates', {}],
    ['POST :generateConversionRates', { json: { customerReachGroup: `customers/${mine}` } }],
    ['POST googleAdsFields:search', { json: { query: `customers/${other}` } }],
    [
      `POST customers/${mine}/googleAds:mutate`,
      { json: { operations: [{ remove: `customers/${mine}/customerManagerLinks/${other}~1` }] } },
    ],
    [
      `POST customers/${mine}/googleAds:search`,
      {
        json: {
          query: `SELECT segments.date FROM x WHERE x.resource_name = 'customers/${mine}/customerClients/${other}'`,
        },
      },
    ],
  ] as const)('refuses %s with %j', (line, sent) => {
    expect(verdict(line, sent, [mine])).toBe('forbidden');
  });
});

it('a consent without the scope tells what is missing', async () => {
  expect(await notGranted(googleAds, 'read', 'openid')).toBe(
    'scope_missing: Not allowed: reading and changing campaigns.',
  );
  expect(
    await notGranted(googleAds, 'manage', 'https://www.googleapis.com/auth/adwords openid'),
  ).toBeUndefined();
});

describe('objects of a granted account that have ids as long as those of accounts', () => {
  const object = `customers/${mine}/conversionActions/6441234567`;
  it.each([
    [
      'googleAds:search',
      { query: `SELECT campaign.id FROM campaign WHERE segments.conversion_action = '${object}'` },
    ],
    [
      'googleAds:search',
      { query: 'SELECT conversion_action.id FROM conversion_action WHERE conversion_action.id = 6441234567' },
    ],
    ['conversionActions:mutate', { operations: [{ remove: object }] }],
    [
      'campaigns:mutate',
      { operations: [{ create: { biddingStrategy: `customers/${mine}/biddingStrategies/6441234567` } }] },
    ],
    ['adGroupAds:mutate', { operations: [{ remove: `customers/${mine}/adGroupAds/6441234567~6441234568` }] }],
  ])('are named in %s with %j', (path, json) => {
    expect(verdict(`POST customers/${mine}/${path}`, { json }, [mine])).toBe('allowed');
  });

  it.each([
    { operations: [{ remove: `customers/${other}/conversionActions/6441234567` }] },
    { operations: [{ create: { something: `x/${other}/customers/${other}` } }] },
    { operations: [{ create: { something: other } }] },
  ])('are no way to another account: %j', (json) => {
    expect(verdict(`POST customers/${mine}/campaigns:mutate`, { json }, [mine])).toBe('forbidden');
  });
});
