import type { Json } from '@patchbay/outgoing/json';
import { ProviderFailure } from './failure.ts';

/**
 * The first account of a list that is wanted; no later item is read. Throws `no_accounts` for an empty list, and
 * `account_not_found` where the settings want an account that the list does not have.
 */
export async function accountIn(
  accounts: AsyncIterable<Json> | Iterable<Json>,
  isWanted: (account: Json) => boolean = () => true,
): Promise<Json> {
  let isEmpty = true;
  for await (const account of accounts) {
    isEmpty = false;
    if (isWanted(account)) return account;
  }
  throw new ProviderFailure(isEmpty ? 'no_accounts' : 'account_not_found');
}
