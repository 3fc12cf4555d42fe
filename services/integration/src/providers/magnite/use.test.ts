import { describe, expect, it } from 'vitest';
import { demandAccount } from '../../relay/rules.ts';
import { simulated } from '../simulated.fixture.ts';
import { accountsOf, judgeOf } from '../use.fixture.ts';
import { magnite } from './provider.ts';

const mine = '17150';
const other = '17152';
const { judge, verdict } = judgeOf(magnite, 'dvplus');

const running = async () => {
  const provider = await simulated('magnite');
  const connection = await provider.connect();
  const relay = (line: string, query: string, json?: unknown) =>
    provider.relay(connection, 'dvplus', line, { query, ...(json !== undefined && { json }) });
  return { ...provider, connection, relay };
};

it('the only account is the publisher of the settings', async () => {
  const { connector, connection, requests } = await running();
  expect(await accountsOf(connector, connection)).toEqual([
    {
      id: mine,
      name: null,
      type: 'publisher',
      currency: null,
      timeZone: null,
      status: null,
      parentId: null,
      settings: { publisherId: mine },
    },
  ]);
  expect(requests).toEqual([]);
});

describe('a relayed request', () => {
  it.each([mine, other])('a report of the publisher %s is started, awaited and read', async (publisher) => {
    const { relay } = await running();
    const account = `account=publisher/${publisher}`;
    const criteria = { dimension: 'date,site', metric: 'paid_impression', limit: 50_000 };
    const report = `analytics/v2/default/${publisher}-1`;
    const answers = [
      await relay('POST analytics/v2/default', account, { criteria }),
      await relay(`GET ${report}`, account),
      await relay(`GET ${report}/data`, `${account}&format=json&page=1&size=50000`),
    ];
    for (const { judgement } of answers) {
      expect(judgement).toMatchObject({ kind: 'read', accounts: [publisher] });
      expect(() => demandAccount(judgement, [publisher])).not.toThrow();
    }
    expect(answers.map(({ json }) => json)).toEqual([
      { offline_report_id: `${publisher}-1` },
      { status: 'success' },
      { content: [{ site: `Site of ${publisher}` }], page: { total_pages: 1 } },
    ]);
  });
});

describe('a request', () => {
  it.each(['GET analytics/v1/report', 'GET analytics/v1/report/', 'HEAD analytics/v2/default/1'])(
    '%s is a read',
    (line) => {
      expect(judge(line).kind).toBe('read');
    },
  );

  it.each([
    'POST analytics/v2/default/1',
    'POST analytics/v1/report',
    'GET deals/v1/deals',
    'GET analytics2/x',
    'GET ',
  ])('%s is refused to everyone, because it is not listed', (line) => {
    expect(verdict(line, {}, null)).toBe('forbidden');
  });

  const own = `account=publisher/${mine}`;
  it.each([
    [own, 'allowed'],
    ['', 'forbidden'],
    ['account=', 'forbidden'],
    [`account=publisher/${other}`, 'forbidden'],
    [`account=publisher/${mine},publisher/${other}`, 'forbidden'],
    [`account=seat/${mine}`, 'forbidden'],
    [`account=publisher/0${mine}`, 'forbidden'],
  ])('the parameters %s are %s to a grant for one publisher', (query, code) => {
    expect(verdict('GET analytics/v2/default/1', { query }, [mine])).toBe(code);
    expect(verdict('POST analytics/v2/default', { query, json: { criteria: {} } }, [mine])).toBe(code);
    expect(verdict('GET analytics/v2/default/1', { query }, null)).toBe(
      code === 'invalid' ? code : 'allowed',
    );
  });
});
