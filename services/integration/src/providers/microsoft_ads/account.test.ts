import { describe, expect, it } from 'vitest';
import { chooseAccount, customersOf } from './account.ts';

async function* listed(...accounts: readonly { Id: string; ParentCustomerId: string }[]) {
  yield* accounts;
}
const two = () => listed({ Id: '1', ParentCustomerId: '701' }, { Id: '2', ParentCustomerId: '702' });
const none: ReadonlySet<string> = new Set();

describe('the account that the settings name', () => {
  it.each([
    ['an account that is not listed', { accountId: '3' }],
    ['an account of another customer', { accountId: '1', customerId: '702' }],
    ['a customer without accounts', { customerId: '703' }],
  ])('is not found: %s', async (_name, settings) => {
    await expect(chooseAccount(two(), settings, none)).rejects.toMatchObject({ reason: 'account_not_found' });
  });

  it('may be reached through a customer that the user belongs to', async () => {
    const settings = { accountId: '2', customerId: '700' };
    expect(await chooseAccount(two(), settings, new Set(['700']))).toMatchObject({ Id: '2' });
  });

  it('is missing where nothing is listed, whatever the settings name', async () => {
    await expect(chooseAccount(listed(), { accountId: '1' }, none)).rejects.toMatchObject({
      reason: 'no_accounts',
    });
  });
});

it('finds the customers of a user, as texts', () => {
  const answer = { User: { Id: 1, CustomerId: 701 }, CustomerRoles: [{ CustomerId: '700' }, {}] };
  expect(customersOf(answer)).toEqual(new Set(['701', '700']));
  expect(customersOf({})).toEqual(new Set());
});
