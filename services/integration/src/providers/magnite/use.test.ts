import { describe, expect, it } from 'vitest';
import { simulated } from '../simulated.fixture.ts';
import { accountsOf, judgeOf } from '../use.fixture.ts';
import { magnite } from './provider.ts';

const mine = '17150';
const other = '17152';
const { judge, verdict } = judgeOf(magnite, 'dvplus');

it('the only account is the publisher of the settings', async () => {
  const { connect, connector, requests } = await simulated('magnite');
  expect(await accountsOf(connector, await connect())).toEqual([
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
