import { describe, expect, it } from 'vitest';
import type { Provider } from '../../connector/provider.ts';
import type { LiveGrant, RelayedIntegration } from '../../store/relayed-integration.ts';
import type { RelayCaller, RelayRequest } from '../relay-parts.ts';
import { judgedOf, key, ofOneAccount, permittedOf, requestOf } from './echo.fixture.ts';

const grant: LiveGrant = { id: 'g', access: 'manage', accounts: ['1'] };

interface Asked extends Partial<RelayRequest> {
  readonly integration?: Partial<RelayedIntegration>;
  readonly use?: Partial<Provider['use']>;
  readonly who?: Partial<RelayCaller>;
}
const byKey: Asked = { who: { caller: key }, integration: { grant } };
const withChoice: Asked = { integration: { chosen: ['1', '3'] } };

const judged = async (line: string, { integration, use, who, ...request }: Asked = {}) =>
  judgedOf(await permittedOf(integration, use, who), requestOf(line, request));
const sentHeaders = async (line: string, asked: Asked) => (await judged(line, asked)).toSend.headers;

describe('who may send what', () => {
  it.each<[string, string, Asked, RegExp]>([
    ['a member who changes', 'POST a', { who: { role: 'member' } }, /needs `manage`/],
    ['a key for another account', 'GET accounts/2', byKey, /the account 2/],
    ['a session for an account that was not chosen', 'GET accounts/2', withChoice, /, and 2 is not one of/],
    ['a session for any account where some were chosen', 'GET a', withChoice, /does not name its account/],
    ['a path that is never relayed', 'GET users/1', {}, /never relayed/],
  ])('%s is refused', async (_, line, asked, publicText) => {
    const refused = judged(line, asked);
    await expect(refused).rejects.toMatchObject({
      code: 'forbidden',
      publicText: expect.stringMatching(publicText),
    });
  });

  it.each<[string, string, Asked, string]>([
    ['a member who reads by POST', 'POST search', { who: { role: 'member' } }, 'read'],
    ['a key that changes within its grant', 'POST accounts/1/a', byKey, 'change'],
    ['a session that reads a chosen account', 'GET accounts/3', withChoice, 'read'],
  ])('%s is allowed', async (_, line, asked, kind) => {
    expect((await judged(line, asked)).judgement.kind).toBe(kind);
  });

  it.each([
    ['GET accounts/1/a', ['1']],
    ['GET accounts/2', ['2']],
    ['GET a', []],
  ])('the account of %s is told, also where it is refused', async (line, told) => {
    const named: string[] = [];
    const permitted = await permittedOf({ grant }, {}, { caller: key });
    try {
      judgedOf(permitted, requestOf(line), undefined, (account) => void named.push(account));
    } catch {
      // Refused, because the grant does not have the account.
    }
    expect(named).toEqual(told);
  });

  it('a path that leaves its base is invalid', async () => {
    await expect(judged('GET ../a')).rejects.toMatchObject({ code: 'invalid' });
  });

  it.each([
    [{ company: '1', network: '2' }, 'allowed'],
    [{ network: '1' }, 'forbidden'],
    [{ company: '2', network: '1' }, 'forbidden'],
  ])(
    'where a connection has one account, a grant for it with the settings %j is %s',
    async (settings, result) => {
      const asked = { ...byKey, integration: { grant, settings }, use: ofOneAccount };
      const told = judged('GET deals', asked).then(
        () => 'allowed',
        ({ code }) => code,
      );
      expect(await told).toBe(result);
    },
  );

  it('a key for some accounts names no other one in a header that Patchbay sets', async () => {
    const use: Asked['use'] = {
      sentHeaders: ['x-profile'],
      apis: [
        {
          name: 'ads',
          description: '',
          baseUrl: 'https://echo.example/v1',
          defaultHeaders: () => ({ 'x-profile': 'p' }),
          pinnedHeaders: ['x-profile'],
          refused: [],
          account: { path: ['/accounts/{account}/**'], header: [{ at: 'x-profile', wider: true, on: [] }] },
        },
      ],
    };
    const by = (who: Partial<RelayCaller>, headers: Record<string, string>) =>
      sentHeaders('GET accounts/1', { integration: { grant }, use, who, headers }).then(
        (sent) => sent['x-profile'],
        ({ code }) => code,
      );
    expect(await by({ caller: key }, {})).toBe('p');
    expect(await by({ caller: key }, { 'x-profile': 'p' })).toBe('p');
    expect(await by({ caller: key }, { 'x-profile': '1' })).toBe('1');
    expect(await by({ caller: key }, { 'x-profile': 'other' })).toBe('forbidden');
    expect(await by({}, { 'x-profile': 'other' })).toBe('other');
  });
});

describe('the form in which a request is sent', () => {
  it('its address is below that of the installation, with the query as it came', async () => {
    const { toSend } = await judged('GET a', { query: 'q=(a:List(1,2))&b=%20c+d' });
    expect(toSend.url).toBe('https://simulated.example/v1/a?q=(a:List(1,2))&b=%20c+d');
  });

  it('JSON without a type is sent as JSON, because rules have read it so', async () => {
    expect(await sentHeaders('POST a', { body: Buffer.from(' {"a":1}') })).toEqual({
      'content-type': 'application/json',
    });
    expect(await sentHeaders('POST a', { body: Buffer.from('a') })).toEqual({});
  });

  it('of the headers of the caller only the known ones are sent', async () => {
    const headers = { accept: 'text/csv', cookie: 'a=b', origin: 'https://evil.example', traceparent: 't' };
    expect(await sentHeaders('GET a', { headers })).toEqual({ accept: 'text/csv' });
  });

  it('an api whose answers have names to hide is asked for JSON alone', async () => {
    const use = { hiddenNames: ['password'] };
    const headers = { accept: 'application/x-protobuf, */*' };
    expect(await sentHeaders('GET a', { use, headers })).toEqual({ accept: 'application/json' });
  });
});
