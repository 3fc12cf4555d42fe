import { describe, expect, it } from 'vitest';
import {
  accountAfterUpdate,
  choiceAfterConnecting,
  chooseAccounts,
  demandChosen,
  hasChosen,
  shownAccount,
  withShortNames,
} from './chosen-accounts.ts';
import { created, integrationWith } from './integration.fixture.ts';

const account = (id: string, name: string | null = null) => ({ id, name });
const accounts = [account('1', 'Search'), account('2')];
const later = new Date(created.getTime() + 1);

describe('chooseAccounts', () => {
  it('the trail names the choice, and what it changed', () => {
    const settings = { customerId: '1' };
    const before = integrationWith({ settings: {} });
    const chosen = { accounts: [account('1', 'Search')], settings, connectedAccount: 'Search' };
    const { integration, events } = chooseAccounts(before, chosen, later);
    expect(integration).toEqual({ ...before, ...chosen, accountsChosenAt: later, updatedAt: later });
    expect(events).toMatchObject([
      {
        action: 'integration.accounts_chosen',
        changes: [
          { field: 'accounts', before: null, after: chosen.accounts },
          { field: 'settings', before: {}, after: settings },
        ],
        metadata: { accounts: chosen.accounts },
      },
    ]);
  });

  it('a choice of every account, or the earlier one in another order, is in the trail without changes', () => {
    for (const same of [null, accounts]) {
      const before = integrationWith({ accounts: same });
      const chosen = {
        accounts: same && same.toReversed(),
        settings: before.settings,
        connectedAccount: null,
      };
      const { events } = chooseAccounts(before, chosen, later);
      expect(events).toMatchObject([{ changes: [], metadata: { accounts: chosen.accounts } }]);
    }
  });
});

it('the first choice of a connection counts: the same is nothing new, another one is a conflict', () => {
  const chosen = { accounts, accountsChosenAt: created };
  expect(hasChosen(chosen, ['2', '1'])).toBe(true);
  expect(hasChosen({ accounts: null, accountsChosenAt: created }, null)).toBe(true);
  for (const other of [['1'], ['1', '3'], null])
    expect(() => hasChosen(chosen, other)).toThrow(expect.objectContaining({ code: 'conflict' }));
  expect(hasChosen({ accounts, accountsChosenAt: null }, null)).toBe(false);
});

it('an account that was not chosen is refused', () => {
  demandChosen({ accounts }, ['1', '2']);
  demandChosen({ accounts: null }, ['3']);
  expect(() => demandChosen({ accounts }, ['1', '3'])).toThrow(
    expect.objectContaining({
      code: 'forbidden',
      publicText: 'The client chose which accounts may be used, and 3 is not one of them.',
    }),
  );
});

it('a choice ends with a connection that has none of its accounts', () => {
  expect(choiceAfterConnecting({ accounts }, (id) => id === '2')).toBe(accounts);
  expect(choiceAfterConnecting({ accounts }, () => false)).toBeNull();
  expect(choiceAfterConnecting({ accounts: null }, () => true)).toBeNull();
});

describe('the account to show', () => {
  const names = ['customerId'];
  const shop = { accounts, settings: { customerId: '1' } };

  it('a choice decides it, whatever the provider names: the chosen account of the settings, or the first one', () => {
    expect(shownAccount(shop, names, 'Another')).toBe('Search');
    expect(
      shownAccount({ accounts: accounts.toReversed(), settings: { customerId: '1' } }, names, null),
    ).toBe('Search');
    expect(shownAccount({ accounts, settings: { other: '2' } }, names, 'Another')).toBe('Search');
    // A partner, whose advertisers were chosen.
    expect(shownAccount({ accounts, settings: { customerId: '9' } }, names, 'Another')).toBe('Search');
    expect(shownAccount({ accounts: [account('2')], settings: {} }, names, 'Another')).toBe('2');
  });

  it('a chosen account without a name has the one that the provider names for the settings', () => {
    const settings = { customerId: '2' };
    expect(shownAccount({ accounts, settings }, names, 'Verified')).toBe('Verified');
    expect(shownAccount({ accounts, settings }, names, null)).toBe('2');
  });

  it('without a choice it is what the provider named', () => {
    expect(shownAccount({ accounts: null, settings: {} }, names, 'Verified')).toBe('Verified');
  });

  it('changed settings name it, by its id until the provider has named it', () => {
    const before = integrationWith({
      ...shop,
      accounts: null,
      connectedAccount: 'Search',
      connectedAt: created,
    });
    expect(accountAfterUpdate(before, { customerId: '2' }, names)).toBe('2');
    expect(accountAfterUpdate({ ...before, accounts }, { customerId: '2' }, names)).toBe('2');
    expect(
      accountAfterUpdate({ ...before, settings: { customerId: '2' }, accounts }, shop.settings, names),
    ).toBe('Search');
    expect(accountAfterUpdate(before, { customerId: '1', other: 'x' }, names)).toBe('Search');
    expect(accountAfterUpdate(before, {}, names)).toBe('Search');
    expect(accountAfterUpdate({ ...before, connectedAt: null }, { customerId: '2' }, names)).toBe('Search');
  });
});

it('names are shortened where many accounts are chosen, never within a character', () => {
  const named = (count: number) =>
    withShortNames(
      Array.from({ length: count }, (_, index) => account(`${index}`.padStart(20), 'ü'.repeat(60))),
    );
  expect(named(10)[0]?.name).toBe('ü'.repeat(60));
  const shortened = named(100);
  expect(shortened[99]?.name).toMatch(/^ü{10,}$/);
  expect(Buffer.byteLength(JSON.stringify(shortened))).toBeLessThanOrEqual(8_001);
  expect(withShortNames([account('x'.repeat(8_000), 'Search')])).toEqual([account('x'.repeat(8_000))]);
});
