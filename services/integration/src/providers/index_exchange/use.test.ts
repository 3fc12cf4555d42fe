import { describe, expect, it } from 'vitest';
import { demandAccount } from '../../relay/rules.ts';
import { simulated } from '../simulated.fixture.ts';
import { accountsOf, type JudgedRequest, judgeOf } from '../use.fixture.ts';
import { indexExchange } from './provider.ts';

const mine = '190001';
const other = '190002';
const { judge, verdict } = judgeOf(indexExchange, 'app');
const specs = 'reporting/agg/v1/report-specs';
const runs = 'reporting/agg/v1/report-runs';
const files = 'reporting/agg/v1/report-files';

const running = async () => {
  const provider = await simulated('index_exchange');
  const connection = await provider.connect();
  const relay = (line: string, sent: JudgedRequest) => provider.relay(connection, 'app', line, sent);
  return { ...provider, connection, relay };
};

it('the only account is the one of the settings', async () => {
  const { connector, connection } = await running();
  expect(await accountsOf(connector, connection)).toMatchObject([
    { id: mine, name: null, type: 'account', settings: { accountId: mine } },
  ]);
});

describe('a relayed request', () => {
  it('a run of a report is a read that needs every account', async () => {
    const { relay } = await running();
    const { judgement, status } = await relay(`POST ${runs}`, { json: { reportID: 1 } });
    expect([judgement.kind, status]).toEqual(['read', 201]);
    expect(() => demandAccount(judgement, null)).not.toThrow();
    expect(() => demandAccount(judgement, [mine])).toThrow('every account');
  });
});

describe('a request', () => {
  it.each<[string, JudgedRequest, string]>([
    [`GET ${specs}/json/1`, {}, 'read'],
    [`POST ${specs}`, { json: { accounts: [1], delivery: {} } }, 'read'],
    [`POST ${specs}`, { json: { accounts: [1], delivery: { email: ['a@example.com'] } } }, 'change'],
    [`POST ${specs}`, { json: { accounts: [1], Schedule: { frequency: 'daily' } } }, 'change'],
    [`POST ${specs}`, { json: { accounts: [1], recipients: ['a@example.com'] } }, 'change'],
    [`POST ${specs}/1/run`, {}, 'change'],
  ])('%s with %j is a %s', (line, sent, kind) => {
    expect(judge(line, sent).kind).toBe(kind);
  });

  it.each([
    'POST authentication/v1/login',
    'GET authentication/v1/users',
    `DELETE ${specs}/1`,
    `PUT ${specs}/1`,
    'GET cal/v1/files',
    'GET users/v1',
  ])('%s is refused to everyone', (line) => {
    expect(verdict(line, {}, null)).toBe('forbidden');
  });

  it.each<[string, JudgedRequest, string]>([
    [`GET ${specs}/info`, { query: `accountIDs=${mine}` }, 'allowed'],
    [`POST ${specs}`, { json: { accounts: [Number(mine)] } }, 'allowed'],
    [`GET ${specs}/info`, {}, 'forbidden'],
    [`GET ${specs}/info`, { query: 'accountIDs=' }, 'forbidden'],
    [`GET ${specs}/info`, { query: `accountIDs=${other}` }, 'forbidden'],
    [`GET ${specs}/info`, { query: `accountIDs=${mine},${other}` }, 'forbidden'],
    [`GET ${specs}/info`, { query: `accountIDs=${mine}&accountGroupIDs=${mine}` }, 'forbidden'],
    [`POST ${specs}`, { json: { accounts: [Number(mine), Number(other)] } }, 'forbidden'],
    [`POST ${specs}`, { query: `accountIDs=${mine}`, json: { reportTitle: 'all' } }, 'forbidden'],
    [`POST ${runs}`, { query: `accountIDs=${mine}`, json: { reportID: 1, accounts: [mine] } }, 'forbidden'],
    [`GET ${specs}/json/1`, { query: `accountIDs=${mine}` }, 'forbidden'],
    [`GET ${files}/download/1`, { query: `accountIDs=${mine}` }, 'forbidden'],
  ])('%s with %j is %s to a grant for one account', (line, sent, code) => {
    expect(verdict(line, sent, [mine])).toBe(code);
    expect(verdict(line, sent, null)).toBe(code === 'invalid' ? code : 'allowed');
  });
});
