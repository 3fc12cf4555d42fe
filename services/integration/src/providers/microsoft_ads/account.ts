import type { Json } from '@patchbay/outgoing/json';
import { optionalTextOf, type Values } from '../../connector/credentials.ts';
import { ProviderFailure } from '../../connector/failure.ts';
import { at, listAt, textAt } from '../../connector/json-path.ts';

/** The customers that the user belongs to. An agency's customer manages accounts that belong to other customers. */
export const customersOf = (answer: Json | undefined): ReadonlySet<string> =>
  new Set(
    [at(answer, 'User'), ...listAt(answer, 'CustomerRoles')].flatMap(
      (each) => textAt(each, 'CustomerId') ?? [],
    ),
  );

/**
 * The account that the settings name: by its id, or the first one of the customer. A customer that has none of its own but
 * that the user belongs to may manage any of them.
 */
export async function chooseAccount(
  accounts: AsyncIterable<Json>,
  settings: Values,
  customers: ReadonlySet<string>,
): Promise<Json> {
  const accountId = optionalTextOf(settings, 'accountId');
  const customerId = optionalTextOf(settings, 'customerId');
  const manages = customerId === undefined || customers.has(customerId);
  let first: Json | undefined;
  for await (const account of accounts) {
    first ??= account;
    const isOwned = customerId === undefined || textAt(account, 'ParentCustomerId') === customerId;
    if (accountId === undefined ? isOwned : textAt(account, 'Id') === accountId && (isOwned || manages))
      return account;
  }
  if (first === undefined) throw new ProviderFailure('no_accounts');
  if (accountId === undefined && manages) return first;
  throw new ProviderFailure('account_not_found');
}
