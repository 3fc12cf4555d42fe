import { describe, expect, it } from 'vitest';
import {
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

it('the account to show is that of the settings, else the first that was chosen, else what the provider named', () => {
  const names = ['customerId'];
  expect(shownAccount({ accounts, settings: { customerId: '2' } }, names, 'Verified')).toBe('Verified');
  expect(shownAccount({ accounts, settings: { other: '2' } }, names, 'Verified')).toBe('Search');
  expect(shownAccount({ accounts: [account('2')], settings: {} }, names, 'Verified')).toBe('2');
  expect(shownAccount({ accounts: null, settings: {} }, names, 'Verified')).toBe('Verified');
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
