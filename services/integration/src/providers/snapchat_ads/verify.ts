import type { Json } from '@patchbay/outgoing/json';
import { accountAmong, itemsOfAll } from '../../connector/account-list.ts';
import type { Account } from '../../connector/connector.ts';
import { optionalTextOf, type Values } from '../../connector/credentials.ts';
import { textAt } from '../../connector/json-path.ts';

export interface Lists {
  readonly organizations: () => AsyncIterable<Json>;
  readonly adAccounts: (organizationId: string) => AsyncIterable<Json>;
}

const adAccountsOfAll = ({ organizations, adAccounts }: Lists): AsyncIterable<Json> =>
  itemsOfAll(organizations(), (organization) => adAccounts(textAt(organization, 'id') ?? ''));

/** The ad account or the organization that the settings name, else the first ad account. Without any ad account it is no success. */
export async function findAccount(settings: Values, lists: Lists): Promise<Account> {
  const organizationId = optionalTextOf(settings, 'organizationId');
  const adAccountId = optionalTextOf(settings, 'adAccountId');
  const isWanted = (account: Json): boolean =>
    adAccountId === undefined || textAt(account, 'id') === adAccountId;
  if (organizationId === undefined) {
    const account = await accountAmong(adAccountsOfAll(lists), isWanted);
    return { name: textAt(account, 'name') ?? textAt(account, 'id') ?? null };
  }
  const organization = await accountAmong(
    lists.organizations(),
    (each) => textAt(each, 'id') === organizationId,
  );
  const account = await accountAmong(lists.adAccounts(organizationId), isWanted);
  return {
    name: textAt(adAccountId === undefined ? organization : account, 'name') ?? adAccountId ?? organizationId,
  };
}
