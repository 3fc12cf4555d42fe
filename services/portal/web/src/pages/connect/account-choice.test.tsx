import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { example, problem, sent } from '../../testing/api.ts';
import { fill, keys, open, press, reload, says, stored, the } from '../../testing/page.tsx';
import { words } from '../../words/words.ts';
import { askedIn, rememberAway } from './flow.ts';

const text = words.outcome.choose;
const [one] = example('listConnectAccounts').accounts;
const shop = (number: number) =>
  ({ ...one, id: `${number}`, name: `Shop ${number}` }) as NonNullable<typeof one>;
const shops = (count: number) => ({
  accounts: Array.from({ length: count }, (_, index) => shop(index + 1)),
  nextCursor: null,
});

/** The page after a consent that reaches so many accounts. */
async function arrive(count: number, answers: Parameters<typeof open>[1] = {}): Promise<void> {
  rememberAway(sessionStorage, 'secret-token', askedIn(example('getConnectPage')));
  await open('/connect/outcome?outcome=connected#choice=sealed', {
    listConnectAccounts: shops(count),
    ...answers,
  });
}

const boxes = () => screen.queryAllByRole('checkbox').map((box) => box.closest('label')?.textContent);
const isChosen = (name: string) => (the('checkbox', name) as HTMLInputElement).checked;

describe('the choice of accounts after a consent', () => {
  it('asks which accounts the organization may use, and sends those that are chosen', async () => {
    await arrive(3);
    expect(says('Which accounts may Acme Media use?')).toBe(true);
    await press('checkbox', 'Shop 3');
    await press('checkbox', 'Shop 1');
    await press('checkbox', 'Shop 2');
    await press('checkbox', 'Shop 2');
    await press('button', text.submit);
    expect(sent('setConnectAccounts')).toEqual([{ token: 'sealed', body: { accountIds: ['1', '3'] } }]);
    expect(says('Shop 1 and Shop 3')).toBe(true);
    expect(says(words.outcome.accounts)).toBe(true);
    expect(stored()).not.toContain('sealed');
    await reload();
    expect(says('Shop 1 and Shop 3')).toBe(true);
  });

  it('all accounts, now and later, are a choice of their own', async () => {
    await arrive(3);
    await press('checkbox', 'Shop 2');
    await press('radio', text.all);
    expect(boxes()).toEqual([]);
    await press('button', text.submit);
    expect(sent('setConnectAccounts')).toEqual([{ token: 'sealed', body: { all: true } }]);
    expect(says(text.every)).toBe(true);
  });

  it('a list that has as many accounts as are read says that there can be more', async () => {
    await arrive(999);
    expect(says(text.first)).toBe(false);
    await arrive(1_000);
    expect(says(text.first)).toBe(true);
  });

  it('what is chosen stays in sight while others are searched for', async () => {
    await arrive(25);
    expect(boxes()).toHaveLength(10);
    await press('checkbox', 'Shop 2');
    await fill(text.search, 'shop 25');
    expect(boxes()).toEqual(['Shop 2', 'Shop 25']);
    await press('checkbox', 'Shop 25');
    await fill(text.search, 'nowhere');
    expect(says(text.none)).toBe(true);
    expect(boxes()).toEqual(['Shop 2', 'Shop 25']);
    // Enter in the search sends nothing.
    await keys('{Enter}');
    expect(sent('setConnectAccounts')).toEqual([]);
    await press('button', text.submit);
    expect(sent('setConnectAccounts')).toEqual([{ token: 'sealed', body: { accountIds: ['2', '25'] } }]);
  });

  it('with the keyboard an account is chosen, and the choice is sent', async () => {
    await arrive(2);
    the('checkbox', 'Shop 1').focus();
    await keys(' ');
    expect(isChosen('Shop 1')).toBe(true);
    await keys('{Enter}');
    expect(sent('setConnectAccounts')).toEqual([{ token: 'sealed', body: { accountIds: ['1'] } }]);
  });

  it('a choice of no account is not sent', async () => {
    await arrive(2);
    await press('button', text.submit);
    expect(says(text.missing)).toBe(true);
    expect(document.activeElement?.getAttribute('name')).toBe('account');
    expect(sent('setConnectAccounts')).toEqual([]);
  });

  it('the only account is chosen without a question', async () => {
    await arrive(1);
    expect(sent('setConnectAccounts')).toEqual([{ token: 'sealed', body: { accountIds: ['1'] } }]);
    expect(says('Shop 1')).toBe(true);
  });

  it('without a choice the page says which accounts can be used', async () => {
    await arrive(2);
    await press('button', text.later);
    expect(sent('setConnectAccounts')).toEqual([]);
    expect(says("You didn't choose accounts.")).toBe(true);
  });

  it.each([401, 404, 409])('a choice that is refused with %i is over', async (status) => {
    await arrive(2, { setConnectAccounts: problem(status) });
    await press('checkbox', 'Shop 1');
    await press('button', text.submit);
    expect(says("You can't choose accounts here anymore.")).toBe(true);
  });

  it('a choice that is over before its accounts are read says so, also after a reload', async () => {
    await arrive(2, { listConnectAccounts: problem(401) });
    await reload();
    expect(says("You can't choose accounts here anymore.")).toBe(true);
  });
});
