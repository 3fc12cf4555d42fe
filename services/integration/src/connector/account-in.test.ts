import { expect, it } from 'vitest';
import { accountIn } from './account-in.ts';

it('is the first that is wanted', async () => {
  expect(await accountIn([1, 2, 3])).toBe(1);
  expect(await accountIn([1, 2, 3], (account) => account !== 1)).toBe(2);
});

it('reads nothing after it', async () => {
  const read: number[] = [];
  async function* accounts() {
    for (const account of [1, 2, 3]) {
      read.push(account);
      yield account;
    }
  }
  await accountIn(accounts(), (account) => account === 2);
  expect(read).toEqual([1, 2]);
});

it('tells a list without accounts from one without the account', async () => {
  await expect(accountIn([], () => false)).rejects.toMatchObject({ reason: 'no_accounts' });
  await expect(accountIn([1], () => false)).rejects.toMatchObject({ reason: 'account_not_found' });
});
