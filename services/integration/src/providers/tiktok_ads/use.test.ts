import { describe, expect, it } from 'vitest';
import { demandAccount } from '../../relay/rules.ts';
import { simulated } from '../simulated.fixture.ts';
import { accountsOf, judgeOf } from '../use.fixture.ts';
import { tiktokAds } from './provider.ts';

const mine = '7300000000000000101';
const other = '7300000000000000103';
const { judge, verdict } = judgeOf(tiktokAds, 'business', ['access-token']);
const refusal = (code: string) => expect.objectContaining({ code });
/** JSON with a number beyond 2^53. */
const numbered = (name: string, id: string): string => `{"${name}":${id}}`;

describe('a connection in use', () => {
  it('the advertisers are listed with their business center', async () => {
    const { connect, connector } = await simulated('tiktok_ads');
    const accounts = await accountsOf(connector, await connect());
    expect(accounts.map(({ id }) => id)).toEqual([mine, other]);
    expect(accounts[0]).toEqual({
      id: mine,
      name: 'Nordlicht Clips',
      type: 'ROLE_ADVERTISER',
      currency: 'EUR',
      timeZone: 'Europe/Oslo',
      status: 'STATUS_ENABLE',
      parentId: '7200000000000000201',
      settings: { advertiserId: mine },
    });
  });

  it('campaigns and reports are read and a campaign is created, with the slash that the provider demands', async () => {
    const { connect, relay, lines } = await simulated('tiktok_ads');
    const connection = await connect();
    const query = `advertiser_id=${mine}&page=1&page_size=100`;
    const read = { kind: 'read', accounts: [mine] };
    expect(await relay(connection, 'business', 'GET campaign/get', { query })).toMatchObject({
      judgement: read,
      json: { code: 0, data: { list: [{ campaign_name: 'Winter' }] } },
    });
    expect(lines().at(-1)).toBe('GET https://business-api.tiktok.com/open_api/v1.3/campaign/get/');
    expect(
      await relay(connection, 'business', 'GET report/integrated/get/', {
        query: `advertiser_id=${mine}&report_type=BASIC&data_level=AUCTION_CAMPAIGN&dimensions=%5B%22campaign_id%22%5D`,
      }),
    ).toMatchObject({ judgement: read, json: { data: { list: [{ metrics: { spend: '12.50' } }] } } });
    expect(
      await relay(connection, 'business', 'POST campaign/create/', {
        json: { advertiser_id: mine, campaign_name: 'Autumn' },
      }),
    ).toMatchObject({ judgement: { kind: 'change', accounts: [mine] }, json: { code: 0 } });
    expect(
      await relay(connection, 'business', 'GET campaign/get', { query: 'advertiser_id=9' }),
    ).toMatchObject({ status: 200, json: { code: 40_001 } });
  });

  it('the sandbox has an address of its own', async () => {
    const { connect, relay, lines, ways } = await simulated('tiktok_ads');
    const connection = await connect(ways[2]);
    await relay(connection, 'business', 'GET campaign/get/', { query: 'advertiser_id=7300000000000000105' });
    expect(lines().at(-1)).toBe('GET https://sandbox-ads.tiktok.com/open_api/v1.3/campaign/get/');
  });
});

describe('what a request does', () => {
  it.each([
    ['GET campaign/get/', 'read'],
    ['POST tool/targeting/search/', 'read'],
    ['POST tool/targeting/info', 'read'],
    ['POST tool/targeting_category/recommend/', 'read'],
    ['POST tool/bid/recommend/', 'read'],
    ['POST creative/smart_text/generate/', 'read'],
    ['POST report/task/create/', 'read'],
    ['POST report/task/cancel/', 'change'],
    ['POST campaign/create/', 'change'],
    ['POST campaign/status/update/', 'change'],
  ])('%s is a %s', (line, kind) => {
    expect(judge(line).kind).toBe(kind);
  });
});

describe('what is refused', () => {
  it.each([
    'POST oauth2/revoke_token/',
    'GET bc/member/get/',
    'POST bc/partner/add/',
    'POST bc/asset/assign/',
    'POST bc/asset/admin/delete/',
    'GET bc/asset/member/get/',
    'POST bc/asset_group/create/',
    'POST bc/transfer/',
    'POST bc/pixel/transfer/',
    'GET user/info/',
  ])('%s is never relayed', (line) => {
    expect(() => judge(line)).toThrow(refusal('forbidden'));
  });

  it.each([
    { query: 'app_id=1' },
    { query: 'secret=1' },
    { query: `advertiser_id=${mine}&advertiser_id=${mine}` },
  ])('a request with %j is refused', (sent) => {
    expect(() => judge('GET campaign/get/', sent)).toThrow(refusal('invalid'));
  });
});

describe('a grant for one advertiser', () => {
  it.each([
    ['GET campaign/get/', { query: `advertiser_id=${mine}` }],
    ['GET advertiser/info/', { query: `advertiser_ids=%5B%22${mine}%22%5D` }],
    ['GET advertiser/info/', { query: `advertiser_ids=%5B${mine}%5D` }],
    ['POST campaign/create/', { json: { advertiser_id: mine } }],
    ['POST campaign/create/', { text: numbered('advertiser_id', mine) }],
    ['POST report/task/create/', { json: { advertiser_ids: [mine] } }],
    ['GET tool/language/', {}],
  ] as const)('allows %s with %j', (line, sent) => {
    expect(verdict(line, sent, [mine])).toBe('allowed');
  });

  it.each([
    ['GET campaign/get/', {}],
    ['GET campaign/get/', { query: `advertiser_id=${mine}&advertiser_ids=%5B%22${other}%22%5D` }],
    ['GET advertiser/info/', { query: 'advertiser_ids=%5B%22%5Cu0037300000000000000103%22%5D' }],
    ['GET advertiser/info/', { query: 'advertiser_ids=%5B%5D' }],
    ['POST campaign/create/', { json: { advertiser_id: mine, advertiser_ids: `["${other}"]` } }],
    // Business centers and pixels, whatever advertiser a parameter names.
    ['GET bc/get/', { query: `advertiser_id=${mine}` }],
    ['GET catalog/get/', { query: `advertiser_id=${mine}` }],
    ['GET report/integrated/get/', { query: `advertiser_id=${mine}&bc_id=72` }],
    ['POST campaign/create/', { json: { advertiser_id: mine, bc_id: 72 } }],
    ['POST pixel/track/', { json: { advertiser_id: mine } }],
    ['POST pixel/batch/', { query: `advertiser_id=${mine}` }],
  ] as const)('refuses %s with %j', (line, sent) => {
    expect(verdict(line, sent, [mine])).toBe('forbidden');
  });

  it('a business center cannot be what a grant is for', () => {
    expect(verdict('GET catalog/get/', { query: 'bc_id=72' }, ['72'])).toBe('forbidden');
  });
});

it.each(['dmp/custom_audience/share/', 'creative/asset/share/'])(
  'POST %s shares with no advertiser that is not granted',
  (path) => {
    const sharing = (id: string) => ({ json: { advertiser_id: mine, shared_advertiser_ids: [id] } });
    expect(verdict(`POST ${path}`, sharing(mine), [mine])).toBe('allowed');
    expect(() => demandAccount(judge(`POST ${path}`, sharing(other)), [mine])).toThrow(
      `The grant does not include the account ${other} (shared_advertiser_ids).`,
    );
  },
);

it('an ad names who it is from, which is no advertiser', () => {
  const creative = { identity_type: 'CUSTOMIZED_USER', identity_id: '7300000000000000999', video_id: 'v1' };
  const json = { advertiser_id: mine, adgroup_id: '1700000000000001', creatives: [creative] };
  expect(verdict('POST ad/create', { json }, [mine])).toBe('allowed');
});
