import { describe, expect, it } from 'vitest';
import { lastingCredentials } from '../../connector/credentials.ts';
import { scripted } from '../../connector/scripted.fixture.ts';
import { demandAccount } from '../../relay/rules.ts';
import { type Relayed, simulated } from '../simulated.fixture.ts';
import { accountsOf, judgeOf } from '../use.fixture.ts';
import { yahooDsp } from './provider.ts';

const mine = '7001003';
const other = '7001004';

const running = async () => {
  const provider = await simulated('yahoo_dsp');
  const connection = await provider.connect();
  const relay = (api: string, line: string, sent?: Relayed) => provider.relay(connection, api, line, sent);
  return { ...provider, connection, relay };
};

describe('the accounts', () => {
  it('the accounts are the current seat, its advertisers and the other seats', async () => {
    const { connector, connection } = await running();
    const accounts = await accountsOf(connector, connection);
    expect(accounts).toHaveLength(132);
    expect(accounts[0]).toMatchObject({ id: '7001', type: 'seat', settings: { seatId: '7001' } });
    expect(accounts[4]).toEqual({
      id: mine,
      name: 'Advertiser 3 of 7001',
      type: 'advertiser',
      currency: 'EUR',
      timeZone: null,
      status: 'ACTIVE',
      parentId: '7001',
      settings: { advertiserId: mine, seatId: '7001' },
    });
    expect(accounts.at(-1)).toMatchObject({ id: '7002', type: 'seat', timeZone: 'Europe/Berlin' });
  });

  it('advertisers have no parent where the answer does not say which seat is the current one', async () => {
    const { connector } = scripted(yahooDsp, [
      { json: { response: [{ id: 1 }, { id: 2 }] } },
      { json: { response: [{ id: 5 }] } },
      { json: { response: [] } },
    ]);
    const credentials = lastingCredentials({ accessToken: 'access' });
    const accounts = await accountsOf(connector, { settings: {}, credentials });
    expect(accounts.map(({ id, parentId }) => [id, parentId])).toEqual([
      ['5', null],
      ['1', null],
      ['2', null],
    ]);
  });
});

describe('a relayed request', () => {
  it('a campaign and a report by their ids need a grant for every account', async () => {
    const { relay } = await running();
    const answers = [
      await relay('traffic', 'GET traffic/campaigns/1'),
      await relay('reporting', 'GET yamplus_api/extreport/r1'),
    ];
    for (const { judgement, status } of answers) {
      expect(status).toBe(200);
      expect(() => demandAccount(judgement, null)).not.toThrow();
      expect(() => demandAccount(judgement, [mine])).toThrow('The request does not name its account');
    }
  });
});

describe('a request for campaigns', () => {
  const { judge, verdict } = judgeOf(yahooDsp, 'traffic');

  it.each([
    ['GET traffic/campaigns/1', 'read'],
    ['GET traffic/accountgroups', 'read'],
    ['POST traffic/campaigns', 'change'],
    ['POST traffic/campaigns/search', 'change'],
  ])('%s is a %s', (line, kind) => {
    expect(judge(line).kind).toBe(kind);
  });

  it.each([
    ['GET traffic/seats/7002', {}, 'forbidden'],
    ['POST traffic/Seats/7002:switch', {}, 'forbidden'],
    ['GET traffic/seats', {}, 'forbidden'],
    ['GET traffic/usergroups', {}, 'forbidden'],
    ['GET traffic/users/1', {}, 'forbidden'],
    ['POST traffic/accountgroups', {}, 'forbidden'],
    ['GET traffic/advertisers', {}, 'allowed'],
  ])('%s with %j is %s to everyone', (line, sent, code) => {
    expect(verdict(line, sent, null)).toBe(code);
  });

  const list = 'GET traffic/campaigns';
  const create = 'POST traffic/campaigns';
  it.each([
    [list, { query: `accountId=${mine}` }, 'allowed'],
    [`GET traffic/advertisers/${mine}`, {}, 'allowed'],
    [create, { json: { accountId: Number(mine) } }, 'allowed'],
    ['GET traffic/dictionary/countries', {}, 'allowed'],
    [list, {}, 'forbidden'],
    ['GET traffic/campaigns/1', { query: `accountId=${mine}` }, 'forbidden'],
    ['GET traffic/lines', { query: `orderId=1&accountId=${mine}` }, 'forbidden'],
    ['GET traffic/advertisers', { query: `accountId=${mine}` }, 'forbidden'],
    [`GET traffic/advertisers/${other}`, {}, 'forbidden'],
    ['PUT traffic/campaigns/1', { json: { accountId: mine } }, 'forbidden'],
    ['POST traffic/lines', { json: { accountId: mine, orderId: 1 } }, 'forbidden'],
    ['POST traffic/dictionary/x', { json: {} }, 'forbidden'],
  ])('%s with %j is %s to a grant for one advertiser', (line, sent, code) => {
    expect(verdict(line, sent, [mine])).toBe(code);
  });
});

describe('a request for reports', () => {
  const { judge, verdict } = judgeOf(yahooDsp, 'reporting');
  const create = 'POST yamplus_api/extreport';

  it('a report is a read', () => {
    expect(judge(create, { json: {} }).kind).toBe('read');
    expect(judge('DELETE yamplus_api/extreport/r1').kind).toBe('change');
  });

  it.each([
    [create, { json: { reportOption: { accountIds: [mine] } } }, 'allowed'],
    ['GET yamplus_api/extreport/cob', { query: `advertiserId=${mine}&day=2026-11-01` }, 'allowed'],
    [create, { json: { reportOption: {} } }, 'forbidden'],
    [create, { json: { reportOption: { accountIds: [] } } }, 'forbidden'],
    [create, { json: { accountIds: [mine] } }, 'forbidden'],
    ['GET yamplus_api/extreport/r1', { query: `advertiserId=${mine}` }, 'forbidden'],
  ])('%s with %j is %s to a grant for one advertiser', (line, sent, code) => {
    expect(verdict(line, sent, [mine])).toBe(code);
  });
});
