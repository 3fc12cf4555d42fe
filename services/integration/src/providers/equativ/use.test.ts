import { describe, expect, it } from 'vitest';
import { simulated } from '../simulated.fixture.ts';
import { accountsOf, type JudgedRequest, judgeOf } from '../use.fixture.ts';
import { equativ } from './provider.ts';

const apis = { supply: judgeOf(equativ, 'supply'), demand: judgeOf(equativ, 'demand') };

it.each([
  [{ networkId: '4052' }, [{ id: '4052', type: 'network', name: null, settings: { networkId: '4052' } }]],
  [
    { platform: 'demand', networkId: '4052', companyId: '907' },
    [{ id: '907', type: 'company', name: null, settings: { companyId: '907' } }],
  ],
  [{}, []],
])('the accounts of the settings %j are %j', async (settings, accounts) => {
  const { connector, connect } = await simulated('equativ');
  const { credentials } = await connect();
  expect(await accountsOf(connector, { settings, credentials })).toMatchObject(accounts);
});

describe('a relayed request', () => {
  it.each([
    ['907', 200, [{ name: 'Nordlicht Winter' }]],
    ['908', 200, [{ name: 'Nordlicht Summer' }]],
    ['1', 403, undefined],
  ])('deals are those of the company of the settings: %s', async (companyId, status, deals) => {
    const { connect, relay } = await simulated('equativ');
    const { credentials } = await connect();
    const settings = { platform: 'demand', companyId };
    const answer = await relay({ settings, credentials }, 'demand', 'GET deals', { query: 'limit=1' });
    expect(answer).toMatchObject({ status, ...(deals && { json: deals }) });
  });

  it('a request that names a company is refused, because Patchbay names it', async () => {
    const { connect, relay } = await simulated('equativ');
    const { credentials } = await connect();
    const settings = { platform: 'demand', companyId: '907' };
    const headers = { 'x-companyid': '908' };
    await expect(relay({ settings, credentials }, 'demand', 'GET deals', { headers })).rejects.toMatchObject({
      code: 'invalid',
    });
  });
});

describe('a request', () => {
  it.each<['supply' | 'demand', string, JudgedRequest, string]>([
    ['supply', 'GET sites', {}, 'read'],
    ['supply', 'POST report-async', { json: { onFinishEmails: [] } }, 'read'],
    ['supply', 'POST insights/report-async', { json: {} }, 'read'],
    ['supply', 'POST report-async', { json: { onFinishEmails: ['a@example.com'] } }, 'change'],
    ['supply', 'POST insights/report-async', { json: { schedule: { frequency: 'daily' } } }, 'change'],
    ['demand', 'GET deals', {}, 'read'],
    ['demand', 'POST deals', { json: {} }, 'change'],
  ])('on %s %s with %j is a %s', (api, line, sent, kind) => {
    expect(apis[api].judge(line, sent).kind).toBe(kind);
  });

  it.each<['supply' | 'demand', string]>([
    ['supply', 'GET users'],
    ['supply', 'GET api-users/1'],
    ['supply', 'GET networks/1/users'],
    ['supply', 'POST sites'],
    ['supply', 'DELETE report-async'],
    ['demand', 'GET users'],
    ['demand', 'POST apiusers'],
  ])('on %s %s is refused to everyone', (api, line) => {
    expect(apis[api].verdict(line, {}, null)).toBe('forbidden');
  });
});
