import { describe, expect, it } from 'vitest';
import type { Answer } from '../../api/answer.ts';
import { type Account, detailsOf, matching, nameOf, readAccounts, shownOf } from './accounts.ts';

const account = (id: string, more: Partial<Account> = {}): Account => ({
  id,
  name: `Shop ${id}`,
  type: 'customer',
  currency: 'EUR',
  timeZone: null,
  status: 'ENABLED',
  parentId: null,
  setting: { name: 'customerId', value: id },
  ...more,
});

describe('readAccounts', () => {
  it('every page is read, in order', async () => {
    const pages: Record<string, { accounts: Account[]; nextCursor: string | null }> = {
      first: { accounts: [account('1')], nextCursor: 'second' },
      second: { accounts: [account('2')], nextCursor: null },
    };
    const answer = await readAccounts(async (cursor = 'first') => {
      const data = pages[cursor];
      if (data === undefined) throw new Error(cursor);
      return { ok: true, data };
    });
    expect(answer).toEqual({ ok: true, data: [account('1'), account('2')] });
  });

  it('no more than 1,000 accounts are read, whatever the API says', async () => {
    const accounts = Array.from({ length: 200 }, (_, index) => account(String(index)));
    let pages = 0;
    await readAccounts(async () => {
      pages += 1;
      return { ok: true, data: { accounts, nextCursor: 'more' } };
    });
    expect(pages).toBe(5);
  });

  it('the problem of a page is the answer', async () => {
    const failed: Answer<never> = { ok: false, problem: { status: 503, errors: [] } };
    expect(await readAccounts(async () => failed)).toEqual(failed);
  });
});

describe('an account', () => {
  it('an account without a name is shown by its id', () => {
    expect(nameOf(account('7'))).toBe('Shop 7');
    expect(nameOf(account('7', { name: null }))).toBe('7');
  });

  it('an account is described by what the provider tells, in small letters', () => {
    expect(detailsOf(account('7', { status: 'ENTITY_STATUS_ACTIVE' }))).toBe(
      '7 · customer · EUR · entity status active',
    );
    expect(detailsOf(account('7', { currency: null, status: null }))).toBe('7 · customer');
  });
});

it.each([
  ['', ['1234567890', '77']],
  ['  ', ['1234567890', '77']],
  ['MÜLLER', ['1234567890']],
  ['shop müller', ['1234567890']],
  ['123-456-7890', ['1234567890']],
  ['shop', ['1234567890', '77']],
  ['77', ['77']],
  ['müller 77', []],
])('a search for %j finds %j', (search, ids) => {
  const accounts = [account('1234567890', { name: 'Müller Shop' }), account('77', { name: 'Shop' })];
  expect(matching(accounts, search).map(({ id }) => id)).toEqual(ids);
});

it('the first ten accounts that are found are shown, after chosen ones that are not among them', () => {
  const accounts = Array.from({ length: 30 }, (_, index) => account(String(index)));
  const shown = (found: Account[], ...chosen: string[]) =>
    shownOf(accounts, found, new Set(chosen)).map(({ id }) => id);
  expect(shown(accounts, '3')).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']);
  expect(shown(accounts.slice(20, 22), '29', '21', '3')).toEqual(['3', '29', '20', '21']);
  expect(shown([], '3')).toEqual(['3']);
});
