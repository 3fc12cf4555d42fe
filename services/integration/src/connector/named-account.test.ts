import { expect, it } from 'vitest';
import { ProviderFailure } from './failure.ts';
import { namedAccount } from './named-account.ts';

it('says that the account does not exist where the provider does not know the path', async () => {
  const missing = new ProviderFailure('client_refused', { code: '404' });
  await expect(namedAccount(Promise.reject(missing))).rejects.toMatchObject({
    reason: 'account_not_found',
    code: '404',
  });
});

it('leaves answers and other failures alone', async () => {
  const failure = new ProviderFailure('no_access', { code: '403' });
  await expect(namedAccount(Promise.reject(failure))).rejects.toBe(failure);
  expect(await namedAccount(Promise.resolve(5))).toBe(5);
});
