import { describe, expect, it } from 'vitest';
import { simulated } from '../simulated.fixture.ts';
import { accountsOf, type JudgedRequest, judgeOf } from '../use.fixture.ts';
import { pubmatic } from './provider.ts';

const mine = '156209';
const other = '156210';
const { judge, verdict } = judgeOf(pubmatic, 'api');

const ownedBy = (owner: string) =>
  `filters=loggedInOwnerId%20eq%20${owner}&filters=loggedInOwnerTypeId%20eq%201`;

const running = async () => {
  const provider = await simulated('pubmatic');
  const connection = await provider.connect();
  return { ...provider, connection };
};

describe('the accounts', () => {
  it('the accounts are the publishers of the login', async () => {
    const { connector, connection } = await running();
    const accounts = await accountsOf(connector, connection);
    expect(accounts.map(({ id, name, settings }) => [id, name, settings])).toEqual([
      [mine, 'Nordlicht Publishing', { publisherId: mine }],
      [other, 'Nordlicht Video', { publisherId: other }],
    ]);
  });

  it.each([
    ['is closed to the login', { status: 403 }],
    ['is not there', { status: 500, text: '<faultstring>Invalid API</faultstring>' }],
    ['is empty', { json: { items: [] } }],
    ['has an unknown shape', { json: { publishers: [] } }],
  ])('the account of the settings is listed where the list %s', async (_how, answer) => {
    const { connector, connection, ...provider } = await running();
    provider.answer(answer);
    expect(await accountsOf(connector, connection)).toMatchObject([
      { id: mine, name: null, type: 'PUBLISHER', settings: { publisherId: mine } },
    ]);
  });

  it('a list that a token which has ended cannot read is a failure', async () => {
    const { connector, connection, simulator } = await running();
    simulator.expireAccessTokens?.();
    await expect(accountsOf(connector, connection)).rejects.toMatchObject({ reason: 'unauthorized' });
  });
});

describe('a request', () => {
  it.each([
    ['GET v1/analytics/data/dataprovider/1', 'read'],
    ['GET v1/common/geo', 'read'],
    ['GET v1/inventory/sites/7', 'read'],
    ['GET v3/pmp/deals/7', 'read'],
    ['POST v1/audience/buyerInsights/audiences', 'read'],
    ['POST v1/inventory/sites', 'change'],
  ])('%s is a %s', (line, kind) => {
    expect(judge(line).kind).toBe(kind);
  });

  it.each([
    'POST v1/developer-integrations/developer/token',
    'PUT v1/developer-integrations/developer/refreshToken',
    'GET v1/developer-integrations/developer',
    'POST v1/analytics/ptp/webhooks',
    'GET v1/analytics/data/publisher/1/2',
    'GET v1/analytics/data/user/1',
    'POST v1/analytics/data/publisher/1',
    'DELETE v1/inventory/sites/7',
    'POST v1/common/geo',
    'POST v1/audience/other',
    'GET v2/anything',
  ])('%s is refused to everyone', (line) => {
    expect(verdict(line, {}, null)).toBe('forbidden');
  });

  const deals = 'GET v3/pmp/deals';
  const site = 'POST v1/inventory/sites';
  it.each<[string, JudgedRequest, string]>([
    [`GET v1/analytics/data/publisher/${mine}`, {}, 'allowed'],
    [deals, { query: ownedBy(mine) }, 'allowed'],
    [deals, { query: `filters=loggedinownerid+EQ+${mine}` }, 'allowed'],
    [deals, { query: `loggedInOwnerId=${mine}&loggedInOwnerTypeId=1` }, 'allowed'],
    [site, { json: { ownerId: Number(mine) } }, 'allowed'],
    ['GET v1/common/geo', {}, 'allowed'],
    [`GET v1/analytics/data/publisher/${other}`, {}, 'forbidden'],
    [`GET v1/analytics/data/publisher/${other}`, { query: ownedBy(mine) }, 'forbidden'],
    [deals, {}, 'forbidden'],
    [deals, { query: 'filters=loggedInOwnerTypeId%20eq%201' }, 'forbidden'],
    [deals, { query: `${ownedBy(mine)}&${ownedBy(other)}` }, 'forbidden'],
    [deals, { query: `${ownedBy(mine)}&Filters=LOGGEDINOWNERID%20eq%20${other}` }, 'forbidden'],
    [deals, { query: `filters=loggedInOwnerId%20in%20(${mine},${other})` }, 'forbidden'],
    [deals, { query: `filters=loggedInOwnerId%20ne%20${mine}` }, 'forbidden'],
    [site, { query: ownedBy(mine), json: { accountId: Number(other) } }, 'forbidden'],
    ['GET v1/common/publisher', {}, 'forbidden'],
    ['GET v1/common/publisher', { query: ownedBy(mine) }, 'forbidden'],
    ['GET v1/common/geo', { query: ownedBy(other) }, 'forbidden'],
  ])('%s with %j is %s to a grant for one publisher', (line, sent, code) => {
    expect(verdict(line, sent, [mine])).toBe(code);
    expect(verdict(line, sent, null)).toBe(code === 'invalid' ? code : 'allowed');
  });
});
