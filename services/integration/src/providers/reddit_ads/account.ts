import type { Json } from '@patchbay/outgoing/json';
import { accountAmong, itemsOfAll } from '../../connector/account-list.ts';
import { optionalTextOf, type Values } from '../../connector/credentials.ts';
import { textAt } from '../../connector/json-path.ts';
import { namedAccount } from '../../connector/named-account.ts';
import { elementsOf, type Get } from './pages.ts';

function adAccountsOf(get: Get, api: string, business: Json): AsyncIterable<Json> {
  const id = encodeURIComponent(textAt(business, 'id') ?? '');
  return elementsOf((url) => namedAccount(get(url)), `${api}/businesses/${id}/ad_accounts?page.size=100`);
}

/** The name of the account that the settings name: ad account or business; without them that of the first ad account. */
export async function accountName(get: Get, api: string, settings: Values): Promise<string | null> {
  const businessId = optionalTextOf(settings, 'businessId');
  const adAccountId = optionalTextOf(settings, 'adAccountId');
  const businesses = elementsOf(get, `${api}/me/businesses`);
  const named =
    businessId === undefined
      ? undefined
      : await accountAmong(businesses, (business) => textAt(business, 'id') === businessId);
  const adAccount = await accountAmong(
    itemsOfAll(named === undefined ? businesses : [named], (business) => adAccountsOf(get, api, business)),
    (account) => adAccountId === undefined || textAt(account, 'id') === adAccountId,
  );
  const shown = adAccountId === undefined ? (named ?? adAccount) : adAccount;
  return textAt(shown, 'name') ?? textAt(shown, 'id') ?? null;
}
