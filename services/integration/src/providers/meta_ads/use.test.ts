import { describe, expect, it } from 'vitest';
import { demandAccount } from '../../relay/rules.ts';
import { scopesAsked, simulated } from '../simulated.fixture.ts';
import { accountsOf, type JudgedRequest, judgeOf } from '../use.fixture.ts';
import { metaAds } from './provider.ts';

const mine = 'act_1000100010001';
const other = 'act_2000200020002';
const { judge, verdict } = judgeOf(metaAds, 'graph');
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const refusal = (code: string) => expect.objectContaining({ code });
const fieldsOf = (text: string): JudgedRequest => ({ query: `fields=${encodeURIComponent(text)}` });

describe('a connection in use', () => {
  it('the accounts are listed with their business', async () => {
    const { connect, connector } = await simulated('meta_ads');
    const accounts = await accountsOf(connector, await connect());
    expect(accounts.map(({ id }) => id)).toEqual([mine, other]);
    expect(accounts[0]).toEqual({
      id: mine,
      name: 'Nordlicht Social',
      type: 'ad account',
      currency: 'EUR',
      timeZone: 'Europe/Oslo',
      status: 'ACTIVE',
      parentId: '3000300030003',
      settings: { adAccountId: mine, businessId: '3000300030003' },
    });
  });

  it('the consent asks for ads_management only where changes are wanted', async () => {
    const { connector } = await simulated('meta_ads');
    expect(scopesAsked(connector)).toMatchObject({ read: 'ads_read', manage: 'ads_read,ads_management' });
  });
});

describe('what a request does', () => {
  it.each([
    [`GET ${mine}/campaigns`, {}, 'read'],
    ['GET 23850000000010001', {}, 'read'],
    [`POST ${mine}/insights`, {}, 'read'],
    [`POST ${mine}/insights`, { headers: form, text: 'level=ad' }, 'read'],
    ['POST 23850000000010001/insights', {}, 'read'],
    [`POST ${mine}/campaigns`, {}, 'change'],
    ['POST 23850000000010001', { headers: form, text: 'status=PAUSED' }, 'change'],
  ] as const)('%s with %j is a %s', (line, sent, kind) => {
    expect(judge(line, sent).kind).toBe(kind);
  });
});

describe('what is refused', () => {
  it.each([
    'GET debug_token',
    'POST device/login',
    'GET me/permissions',
    'DELETE me/permissions/ads_read',
    'GET me/accounts',
    'GET 1234509876/accounts/test-users',
    'GET 1234509876/roles',
    'POST 3000300030003/system_user_access_tokens',
    'GET 3000300030003/system_users',
    'GET 3000300030003/business_users',
    'GET 3000300030003/pending_users',
    `GET ${mine}/assigned_users`,
    `POST ${mine}/agencies`,
    'POST 23850000000090001/shared_accounts',
    'POST 3000300030003/subscribed_apps',
    'GET app/subscriptions',
  ])('%s is never relayed', (line) => {
    expect(() => judge(line)).toThrow(refusal('forbidden'));
  });

  it.each([
    fieldsOf('name,access_token'),
    fieldsOf('["access\\u005ftoken"]'),
    { query: 'Fields%5B0%5D=access_token' },
    { headers: form, text: 'fields=access_token' },
    { json: { fields: ['access_token'] } },
    fieldsOf('id,accounts'),
    // Longer than every list of fields.
    fieldsOf('a'.repeat(16_385)),
    fieldsOf('owner{accounts.limit(5){id}}'),
    fieldsOf('page_token.as(name)'),
    fieldsOf('client_secret'),
  ])('fields that hand out tokens are never relayed: %j', (sent) => {
    expect(() => judge('POST 3000300030009', sent)).toThrow(refusal('forbidden'));
  });

  it.each([
    { query: 'method=delete' },
    { headers: form, text: 'method=delete' },
    { json: { method: 'delete' } },
    { json: { batch: [] } },
    { query: 'batch=[]' },
    { json: { adbatch: [] } },
    { query: 'appsecret_proof=mine' },
  ])('a request with %j is refused', (sent) => {
    expect(() => judge(`POST ${mine}/campaigns`, sent)).toThrow(refusal('invalid'));
  });
});

describe('a grant for one ad account', () => {
  it.each([
    [`GET ${mine}`, {}],
    [`GET ${mine}/campaigns`, { query: 'limit=10' }],
    [`GET ${mine}/campaigns`, fieldsOf('id,business_name,account_id')],
    [`GET ${mine}`, fieldsOf('campaigns.limit(5){name,adsets{ads{creative{id},insights{spend}}}}')],
    [
      `GET ${mine}/ads`,
      fieldsOf(`insights.time_range({'since':'2026-11-01','until':'2026-11-07'}).fields(spend)`),
    ],
    [`POST ${mine}/campaigns`, { headers: form, text: 'name=A' }],
    [`POST ${mine}/insights`, { json: { fields: ['spend'] } }],
    ['GET search', { query: 'type=adinterest&q=skiing' }],
  ] as const)('allows %s with %j', (line, sent) => {
    expect(verdict(line, sent, [mine])).toBe('allowed');
  });

  it.each([
    [`GET ${other}/campaigns`, {}],
    ['GET act_02000200020002/campaigns', {}],
    [`GET act_%202000200020002/campaigns`, { query: `x=${mine}` }],
    ['GET act_x/campaigns', { query: `x=${mine}` }],
    // Objects and report runs, whatever account a parameter names.
    ['GET 23850000000020001', {}],
    ['GET 23850000000020001/insights', { query: `account=${mine}` }],
    ['POST 23850000000020001', { json: { account_id: mine } }],
    ['GET me/adaccounts', { query: `x=${mine}` }],
    ['GET ', { query: `ids=${mine}` }],
    ['GET ', { query: `id=${mine}` }],
    ['GET insights', { query: `ids=${mine},${other}` }],
    [`GET ${mine}/campaigns`, { query: 'ids=2000200020002' }],
    [`POST ${mine}/campaigns`, { json: { ids: ['23850000000020001'] } }],
    // Fields that climb out of the account.
    [`GET ${mine}`, fieldsOf('business')],
    [`GET ${mine}`, fieldsOf('business{owned_ad_accounts{campaigns}}')],
    [`GET ${mine}`, fieldsOf('owner')],
    [`GET ${mine}`, fieldsOf('agencies,users')],
    [`GET ${mine}`, fieldsOf('assigned_partners')],
    [`GET ${mine}/campaigns`, fieldsOf('account{campaigns}')],
    [`GET ${mine}/campaigns`, fieldsOf('account.limit(1){campaigns}')],
    [`GET ${mine}/campaigns`, fieldsOf('ads.fields(account.fields(name))')],
    [`GET ${mine}/campaigns`, fieldsOf('ads.account{name}')],
    [`GET ${mine}/customaudiences`, fieldsOf('adaccounts')],
    [`POST ${mine}/campaigns`, { json: { fields: ['id', 'owner'] } }],
    [`POST ${mine}/campaigns`, { headers: form, text: 'fields=owner' }],
    ['GET search', { query: 'type=user&q=a' }],
    ['GET search', { query: 'q=a' }],
    ['GET search', { query: 'type=adinterest&type=user' }],
    ['GET search', { query: `type=adinterest&x=${other}` }],
  ] as const)('refuses %s with %j', (line, sent) => {
    expect(verdict(line, sent, [mine])).toBe('forbidden');
  });
});

it.each([
  [{ json: { copy_from: { source_account_id: '2000200020002', hash: 'x' } } }],
  [{ text: 'copy_from=%7B%22source_account_id%22%3A%222000200020002%22%7D', headers: form }],
  [{ query: 'copy_from[source_account_id]=2000200020002' }],
])('a grant for one ad account cannot copy images of another by %j', (sent) => {
  expect(() => demandAccount(judge(`POST ${mine}/adimages`, sent), [mine])).toThrow(
    /^The grant does not include the account 2000200020002 \(copy_from[.[]source_account_id]?\)\.$/,
  );
});

it('a creative names the profile that it is from, and an ad set the products that it shows', () => {
  const creative = {
    object_story_spec: { page_id: '1122334455667', instagram_user_id: '17841400000000001' },
  };
  expect(verdict(`POST ${mine}/adcreatives`, { json: creative }, [mine])).toBe('allowed');
  const set = { campaign_id: '23850000000010001', promoted_object: { product_set_id: '1122334455668' } };
  expect(verdict(`POST ${mine}/adsets`, { json: set }, [mine])).toBe('allowed');
});
