import { describe, expect, it } from 'vitest';
import { simulated } from '../simulated.fixture.ts';
import { accountsOf, type JudgedRequest, judgeOf } from '../use.fixture.ts';
import { microsoftMonetize } from './provider.ts';

const mine = '9325';
const other = '9326';
const { judge, verdict } = judgeOf(microsoftMonetize, 'platform');

const running = async () => {
  const provider = await simulated('microsoft_monetize');
  const connection = await provider.connect();
  return { ...provider, connection };
};

describe('the accounts', () => {
  it('the accounts are the members of the login', async () => {
    const { connector, connection } = await running();
    const accounts = await accountsOf(connector, connection);
    expect(accounts.map(({ id, name, settings }) => [id, name, settings])).toEqual([
      [mine, 'Nordlicht Media', { memberId: mine }],
      [other, 'Nordlicht Video', { memberId: other }],
    ]);
    expect(accounts[0]).toMatchObject({ type: 'member', currency: 'EUR', timeZone: 'CET', status: 'active' });
  });

  it('the only member may come without a list', async () => {
    const { connector, connection, answer } = await running();
    const json = { response: { status: 'OK', member: { id: 7, name: 'One' } } };
    answer({ json });
    expect(await accountsOf(connector, connection)).toMatchObject([{ id: '7', name: 'One', currency: null }]);
  });
});

describe('a request', () => {
  it.each<[string, JudgedRequest, string]>([
    ['GET publisher', {}, 'read'],
    ['GET member', {}, 'read'],
    ['GET v1.16/report-download', { query: 'id=1' }, 'read'],
    ['POST creative-search', {}, 'read'],
    ['POST v1.16/creative-search', {}, 'read'],
    ['POST placement/search', {}, 'read'],
    ['POST report', { json: { report: { emails: [] } } }, 'read'],
    ['POST v1.16/report', { json: { report: {} } }, 'read'],
    ['POST report', { json: { report: { emails: ['a@example.com'] } } }, 'change'],
    ['POST saved-report', { json: {} }, 'change'],
  ])('%s with %j is a %s', (line, sent, kind) => {
    expect(judge(line, sent).kind).toBe(kind);
  });

  it.each([
    'POST auth',
    'GET v1.16/auth',
    'GET user',
    'GET user-membership',
    'POST password',
    'PUT member',
    'POST v1.16/member',
    'GET member-sharing',
  ])('%s is refused to everyone', (line) => {
    expect(verdict(line, {}, null)).toBe('forbidden');
  });

  it.each<[string, JudgedRequest, string]>([
    ['GET placement', { query: 'id=1' }, 'allowed'],
    ['PUT placement', { json: { placement: { member_id: Number(mine) } } }, 'allowed'],
    ['GET placement', { query: `member_id=${other}` }, 'forbidden'],
    ['PUT placement', { json: { placement: { member_id: Number(other) } } }, 'forbidden'],
    ['PUT placement', { json: { placements: [{ member_id: mine }, { member_id: other }] } }, 'forbidden'],
    ['POST report', { json: { report: { filters: [{ member_id: [mine, other] }] } } }, 'forbidden'],
  ])('%s with %j is %s to a grant for one member', (line, sent, code) => {
    expect(verdict(line, sent, [mine])).toBe(code);
    expect(verdict(line, sent, null)).toBe(code === 'invalid' ? code : 'allowed');
  });
});
