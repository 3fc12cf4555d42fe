import { describe, expect, it } from 'vitest';
import { firstRead } from '../connector/first-read.fixture.ts';
import type { Api, Use } from '../connector/use.ts';
import { demandChoice } from './permission.ts';
import { createRules, demandAccount } from './rules.ts';
import { targetOf } from './target.ts';

const base = 'https://api.example/v1';
const commas = (text: string) => text.split(',');
const api: Api = {
  name: 'ads',
  description: 'Campaigns and reports.',
  baseUrl: base,
  reads: ['POST /**/search', 'POST /accounts/*:find'],
  reports: ['POST /reports'],
  changedBy: [{ at: '/schedule/frequency', harmless: ['once'] }, { at: '/emails' }],
  changes: ['GET /stop', 'POST /audiences/search'],
  refused: ['/users**', '/**/permissions/**'],
  account: {
    path: ['/accounts/{account}/**', '/accounts/{account}:find'],
    query: [
      'accountId',
      { at: 'accountIds', ids: commas },
      { at: 'where', ids: (text) => text.split('owner=').slice(1), repeats: true },
      { at: 'only', on: ['GET /campaigns'] },
    ],
    header: ['X-Account', { at: 'X-Group', wider: true }],
    body: [
      '/accountId',
      '/filters/*/value',
      '/**/ownerIds/**',
      '/where/*[field=ACCOUNT]/is',
      { at: '/parts/*/owner', every: true },
    ],
    anywhere: /\burn:account:(\d+)/,
  },
  uploads: ['POST /files/upload'],
  free: ['/dictionaries/**'],
};
const use: Use = {
  access: ['read', 'manage'],
  apis: [api],
  accountNames: { shape: { digits: [5, 10] } },
  listsAccounts: false,
  accountSettings: [],
  firstRead,
};
const judge = createRules(use, api, new Set(['x-token', 'user-agent']));

interface Sent {
  readonly query?: string;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}
const request = (line: string, { query = '', headers = {}, body }: Sent = {}) => {
  const [method = '', path = ''] = line.split(' ');
  const bytes = Buffer.from(typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body));
  return { method, target: targetOf(base, path, query), headers, body: bytes };
};
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const file = { 'content-type': 'multipart/form-data; boundary=x' };
const kindOf = (line: string, sent?: Sent) => judge(request(line, sent)).kind;
const accountsOf = (line: string, sent?: Sent) => judge(request(line, sent)).accounts;
const isAllowed = (line: string, sent: Sent = {}, granted: readonly string[] | null = ['1']) => {
  demandAccount(judge(request(line, sent)), granted);
  return true;
};
const refusal = (code: string) => expect.objectContaining({ code });

describe('what a request does', () => {
  it.each([
    ['GET campaigns', 'read'],
    ['HEAD campaigns', 'read'],
    ['GET stop', 'change'],
    ['HEAD stop', 'change'],
    ['POST campaigns', 'change'],
    ['POST campaigns/search', 'read'],
    ['POST CAMPAIGNS/Search/', 'read'],
    ['PUT campaigns/search', 'change'],
    ['POST campaigns/search/7', 'change'],
    ['POST audiences/search', 'change'],
    ['POST accounts/1:find', 'read'],
    ['POST accounts/1:mutate', 'change'],
    ['POST reports', 'read'],
  ])('%s is a %s', (line, kind) => {
    expect(kindOf(line)).toBe(kind);
  });

  it.each([
    [{ schedule: { frequency: 'ONCE' } }, 'read'],
    [{ schedule: { frequency: 'DAILY' } }, 'change'],
    [{ Schedule: { Frequency: 'DAILY' } }, 'change'],
    [{ emails: [] }, 'read'],
    [{ emails: ['a@example.com'] }, 'change'],
  ])('a report with the body %j is a %s', (body, kind) => {
    expect(kindOf('POST reports', { body })).toBe(kind);
  });

  it('a report whose body is a form is a change: nothing tells how often it runs', () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect(kindOf('POST reports', { headers, body: 'a=b' })).toBe('change');
  });
});

describe('what is refused', () => {
  it.each([
    'GET users',
    'GET Users/7',
    'GET users7',
    'POST accounts/1/permissions',
    'GET a/b/permissions/c',
    // Everywhere.
    'POST accounts/1/access_token',
    'GET pixels/1/access_tokens/2',
    'GET sdk/access-token',
    'POST sdk/accessToken',
    'POST sdk/refresh_token/1',
    'GET v2/oauth/authorize',
    'POST v2/oauth2/token',
  ])('%s is never relayed', (line) => {
    expect(() => kindOf(line)).toThrow(refusal('forbidden'));
  });

  it.each([
    { query: 'access_token=x' },
    { query: 'Access%5FToken=x' },
    { query: 'access.token=x' },
    { query: '%20access%5Btoken=x' },
    { query: 'key=x' },
    { query: 'key%5B0%5D%5Bmethod%5D=x' },
    { headers: { 'x-http-method-override': 'DELETE' } },
    { headers: { 'x-token': 'mine' } },
    { query: 'accountId=1&accountId=1' },
    { query: 'accountId=1&ACCOUNTID=2' },
    { body: '{"accountId":"1","accountId":"2"}' },
    { body: '{"accountId":"1","AccountID":"2"}' },
    { body: String.raw`{"accountId":"1","account\u0049d":"2"}` },
    { body: '{"a":{"x":1},"b":[{"y":1,"Y":2}]}' },
    { query: 'only=1&only=1' },
  ])('a request with %j is refused', (sent) => {
    expect(() => judge(request('POST campaigns', sent))).toThrow(refusal('invalid'));
  });

  it.each([
    { headers: file, body: '--x' },
    { headers: { 'content-type': 'text/plain' }, body: '{}' },
    { headers: { 'content-type': 'application/json; charset=utf-16' }, body: '{}' },
    { body: 'accountId' },
  ])('a body that rules read is not %j', (sent) => {
    expect(() => judge(request('POST campaigns', sent))).toThrow(refusal('invalid'));
  });

  it('an upload may be a file, which no rule reads, or JSON, which rules read', () => {
    expect(judge(request('POST files/upload', { headers: file, body: '--x' }))).toMatchObject({
      accounts: [],
      isUnreadable: true,
    });
    expect(accountsOf('POST files/upload', { body: { accountId: 1 } })).toEqual(['1']);
  });

  it.each(['GET campaigns', 'HEAD campaigns'])('%s with a body is refused', (line) => {
    expect(() => judge(request(line, { body: { accountId: '1' } }))).toThrow(refusal('invalid'));
  });
});

it('the user agent of a caller is not refused where Patchbay sends its own', () => {
  expect(kindOf('GET campaigns', { headers: { 'user-agent': 'curl/8' } })).toBe('read');
});

describe('what an api says besides', () => {
  it.each([
    ['method=delete', form],
    ['method%5B%5D=delete', form],
    [{ Method: 'delete' }, {}],
    // JSON, and a form with the parameter `method`.
    ['{"a":"&method=delete&"}', form],
    ['{"a":1}', { 'content-type': 'multipart/form-data; boundary=x' }],
    ['--x', { 'content-type': 'multipart/form-data; boundary=x' }],
  ])('where parameters may stand in bodies, the body %j is refused', (body, headers) => {
    const strict = createRules(
      { ...use, hasBodyParameters: true, refusedParameters: ['method'] },
      api,
      new Set(),
    );
    expect(() => strict(request('POST campaigns', { headers, body }))).toThrow(refusal('invalid'));
  });

  it('where parameters may stand in bodies, those of a form name the account', () => {
    const open = createRules({ ...use, hasBodyParameters: true }, api, new Set());
    const sent = request('POST campaigns', { headers: form, body: 'accountId=2' });
    expect(open(sent)).toMatchObject({ accounts: ['2'], isUnreadable: false });
    expect(judge(sent)).toMatchObject({ accounts: [], isUnreadable: true });
  });

  it('a header that the caller may choose takes the place of one that Patchbay sets', () => {
    const open = createRules({ ...use, sentHeaders: ['x-version'] }, api, new Set(['x-version', 'x-token']));
    const headers = { 'x-version': '2' };
    expect(open(request('GET accounts/1/campaigns', { headers })).kind).toBe('read');
    expect(() => open(request('GET campaigns', { headers: { 'x-token': '2' } }))).toThrow(refusal('invalid'));
  });

  it.each([
    ['GET campaigns', {}, 'read'],
    ['GET campaigns', { 'x-method': ' Find ' }, 'read'],
    ['GET campaigns', { 'x-method': 'DELETE' }, 'change'],
    ['GET campaigns', { 'x-method': '' }, 'change'],
    ['POST campaigns', { 'x-method': 'find' }, 'change'],
  ] as const)('%s with the headers %j is a %s by its changing header', (line, headers, kind) => {
    const changingHeader = { name: 'x-method', harmless: ['find'] };
    const strict = createRules(use, { ...api, changingHeader }, new Set());
    expect(strict(request(line, { headers })).kind).toBe(kind);
  });

  it('a check refuses a request, or lets it need every account', () => {
    const check: Api['check'] = ({ path, values }) => {
      if (values('fields').includes('token')) return 'refused';
      return path === '/dictionaries/people' || values('ids').length > 0 ? 'unpinned' : undefined;
    };
    const strict = createRules(use, { ...api, check }, new Set());
    const demand = (line: string, query = '') => demandAccount(strict(request(line, { query })), ['1']);
    expect(() => demand('GET accounts/1', 'fields=id')).not.toThrow();
    expect(() => demand('GET accounts/1', 'ids=2')).toThrow(refusal('forbidden'));
    expect(() => demand('GET dictionaries/people')).toThrow(refusal('forbidden'));
    expect(() => strict(request('GET accounts/1', { query: 'Fields%5B%5D=token' }))).toThrow(
      refusal('forbidden'),
    );
  });
});

describe('the account of a request', () => {
  it.each([
    ['GET accounts/1/campaigns', {}, ['1']],
    ['GET Accounts/1', {}, ['1']],
    ['POST accounts/1:find', {}, ['1']],
    ['GET campaigns', { query: 'accountId=1' }, ['1']],
    ['GET campaigns', { query: 'AccountID=1' }, ['1']],
    ['GET campaigns', { query: 'accountIds=1,2' }, ['1', '2']],
    ['GET campaigns', { headers: { 'x-account': '2' } }, ['2']],
    ['GET campaigns', { headers: { 'x-group': '9' } }, ['9']],
    ['GET campaigns', { headers: { 'x-group': '9', 'x-account': '2' } }, ['2']],
    ['GET accounts/1', { headers: { 'x-group': '9' } }, ['1']],
    ['POST campaigns', { body: { accountId: 1 } }, ['1']],
    ['POST campaigns', { body: { account_id: '1', accountId: '2' } }, ['1', '2']],
    ['GET campaigns', { query: 'account_id=2' }, ['2']],
    ['GET campaigns', { query: 'accountId%5B0%5D=2' }, ['2']],
    [
      'POST campaigns',
      {
        body: {
          where: [
            { field: 'account', is: '2' },
            { FIELD: 'ACCOUNT', is: 3 },
            { field: 'x', is: 4 },
          ],
        },
      },
      ['2', '3'],
    ],
    ['POST campaigns', { body: { parts: [{ owner: '1' }, { Owner: 2 }] } }, ['1', '2']],
    ['POST campaigns', { body: '{"accountId":12345678901234567890}' }, ['12345678901234567890']],
    ['POST campaigns', { body: { accountId: ['1', { id: 2 }] } }, ['1', '2']],
    ['GET campaigns', { query: 'where=owner=1&where=name=x&where=owner=2' }, ['1', '2']],
    ['POST campaigns', { body: { Filters: [{ value: '1' }, { VALUE: '2' }] } }, ['1', '2']],
    ['POST campaigns', { body: { ownerIds: 1 } }, ['1']],
    ['POST campaigns', { body: { a: [{ b: { OwnerIds: ['1', { c: 2 }] } }] } }, ['1', '2']],
    ['POST campaigns', { body: { a: [{ b: 'urn:account:7/x' }] } }, ['7']],
    ['GET campaigns', { query: 'q=List(urn%3Aaccount%3A7)' }, ['7']],
    ['GET urn%3Aaccount%3A7/x', {}, ['7']],
  ] as const)('%s with %j names %j', (line, sent, accounts) => {
    expect(accountsOf(line, sent)).toEqual(accounts);
  });

  it('a body of many levels is refused, and one of many values is read', () => {
    const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
    for (const body of [nested(65), nested(100_000), `{"a":${nested(100_000)}}`])
      expect(() => accountsOf('POST campaigns', { body })).toThrow(refusal('invalid'));
    expect(accountsOf('POST campaigns', { body: `{"accountId":1,"a":${nested(63)}}` })).toEqual(['1']);
    const values = (count: number) => `{"a":[${'0,'.repeat(count)}{"ownerIds":"7"}]}`;
    expect(accountsOf('POST campaigns', { body: values(190_000) })).toEqual(['7']);
    expect(() => accountsOf('POST campaigns', { body: values(200_000) })).toThrow(refusal('invalid'));
    const named = (count: number) => `{"ownerIds":[${Array.from({ length: count }, (_, id) => id).join()}]}`;
    expect(accountsOf('POST campaigns', { body: named(10_000) })).toHaveLength(10_000);
    expect(() => accountsOf('POST campaigns', { body: named(10_001) })).toThrow(refusal('invalid'));
    const long = `"${'x'.repeat(4_000_000)}"`;
    expect(accountsOf('POST campaigns', { body: `{"a":${long},"accountId":1}` })).toEqual(['1']);
  });

  it('accounts in one text are counted like values of the body', () => {
    const body = (count: number) => ({ a: 'urn:account:7 '.repeat(count) });
    expect(accountsOf('POST campaigns', { body: body(200_000) })).toEqual(['7']);
    expect(() => accountsOf('POST campaigns', { body: body(200_001) })).toThrow(refusal('invalid'));
    const others = Array.from({ length: 10_001 }, (_, id) => `urn:account:${id}`).join();
    expect(() => accountsOf('POST campaigns', { body: { a: others } })).toThrow('more than 10000 accounts');
  });

  it('texts that name several accounts have 262,144 characters at most', () => {
    const place = { at: '/accountIds', ids: commas };
    const lists = createRules(use, { ...api, account: { body: [place] } }, new Set());
    const body = (length: number) => ({ accountIds: [`1${',1'.repeat(length / 2 - 1)},`, '7'] });
    expect(lists(request('POST campaigns', { body: body(262_142) })).accounts).toEqual(['1', '', '7']);
    expect(() => lists(request('POST campaigns', { body: body(262_144) }))).toThrow('more than 262144');
  });

  it('an object whose names are parameters has 10,000 of them at most', () => {
    const open = createRules({ ...use, hasBodyParameters: true }, api, new Set());
    const body = (count: number) =>
      `{${Array.from({ length: count }, (_, index) => `"a${index}":{"x":[${index}]}`).join()}}`;
    expect(open(request('POST campaigns', { body: body(10_000) })).accounts).toEqual([]);
    expect(() => open(request('POST campaigns', { body: body(10_001) }))).toThrow(
      'more than 10000 parameters',
    );
  });

  it('a request is allowed only where every account that it names is granted', () => {
    expect(isAllowed('GET accounts/1/campaigns')).toBe(true);
    expect(isAllowed('GET dictionaries/countries')).toBe(true);
    expect(isAllowed('GET campaigns', {}, null)).toBe(true);
    expect(isAllowed('GET campaigns', { query: 'only=1' })).toBe(true);
    expect(isAllowed('POST campaigns', { body: { parts: [{ owner: '1' }, { owner: 1 }] } })).toBe(true);
    for (const [line, sent] of [
      ['GET campaigns', {}],
      ['GET campaigns', { query: 'only=2' }],
      ['POST campaigns', { body: { parts: [{ owner: '1' }, {}] } }],
      ['POST campaigns', { body: { parts: [{ owner: '1' }, { owner: null }] } }],
      ['POST campaigns', { body: { parts: [{ owner: '1' }, { owner: [] }] } }],
      ['GET campaigns/7', { query: 'only=1' }],
      ['GET accounts/2/campaigns', {}],
      ['GET accounts/1/campaigns', { query: 'accountId=2' }],
      ['GET dictionaries/countries', { query: 'accountId=2' }],
      ['POST campaigns', { body: { accountId: '1', filters: [{ value: 2 }] } }],
      ['POST campaigns', { query: 'accountId=1', headers: form, body: 'accountId=2' }],
      ['POST files/upload', { query: 'accountId=1', headers: file, body: '--x' }],
    ] as const)
      expect(() => isAllowed(line, sent)).toThrow(refusal('forbidden'));
  });
});

describe('what a request sends besides the documented places', () => {
  const sent = (body: unknown) => judge(request('POST campaigns', { query: 'accountId=1', body }));

  it.each([
    [{ copy: { partner_ids: ['2'] } }, 'The grant does not include the account 2 (copy.partner_ids).'],
    [
      { copy: ['20000'] },
      'The grant does not include 20000 (copy), which may be an account: the request needs a grant for every account of the connection.',
    ],
    [
      { seatId: 'x'.repeat(300), a: 1 },
      `The grant does not include the account ${'x'.repeat(100)} (seatId).`,
    ],
    [
      { ['x'.repeat(300)]: 20_000 },
      expect.stringContaining(`The grant does not include 20000 (${'x'.repeat(100)}), which`),
    ],
  ])('a refusal of %j names the value and the field', (body, publicText) => {
    expect(() => demandAccount(sent(body), ['1'])).toThrow(expect.objectContaining({ publicText }));
    expect(() => demandAccount(sent(body), null)).not.toThrow();
  });

  it('a refusal of what the client did not choose names the value and the field too', () => {
    const permission = { access: 'read', accounts: ['1'], chosen: ['1'], grantId: null } as const;
    expect(() => demandChoice(sent({ copy: { partner_ids: ['2'] } }), permission)).toThrow(
      expect.objectContaining({
        publicText:
          'The client chose which accounts may be used, and 2 (copy.partner_ids) is not one of them.',
      }),
    );
  });

  it('an account in a place at any depth is checked and does not tell what the request is about', () => {
    const anywhere = createRules(use, { ...api, account: { body: ['/**/owner', '/top'] } }, new Set());
    const verdictOf = (body: unknown) => {
      const judgement = anywhere(request('POST campaigns', { body }));
      return [judgement.isPinned, judgement.accounts];
    };
    expect(verdictOf({ owner: '1' })).toEqual([false, ['1']]);
    expect(verdictOf({ top: '1', a: { owner: '2' } })).toEqual([true, ['2', '1']]);
  });

  it('a body that no place reads is read under a grant for some accounts alone', () => {
    const blind = createRules(use, { ...api, account: { path: ['/accounts/{account}/**'] } }, new Set());
    const text = { headers: { 'content-type': 'text/plain' }, body: '{"seatId":"2"}' };
    const judgement = blind(request('POST accounts/1/campaigns', text));
    expect(() => demandAccount(judgement, null)).not.toThrow();
    expect(() => demandAccount(judgement, ['1'])).toThrow(refusal('invalid'));
    const json = blind(request('POST accounts/1/campaigns', { body: { seatId: '2' } }));
    expect(() => demandAccount(json, ['1'])).toThrow(refusal('forbidden'));
  });
});
