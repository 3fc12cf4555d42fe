import type { Json } from '@patchbay/outgoing/json';
import { accountAmong, itemsOfAll } from '../../connector/account-list.ts';
import type { Account } from '../../connector/connector.ts';
import { optionalTextOf, type Values } from '../../connector/credentials.ts';
import { textAt } from '../../connector/json-path.ts';

/** The items that a query finds, in pages of this size. */
export type Query = (
  path: string,
  named: { readonly [name: string]: Json },
  size: number,
) => AsyncIterable<Json>;

const pageSize = 100;

const partnersBy = (query: Query, size = pageSize) => query('partner/query', {}, size);

const advertisersOf = (query: Query, partnerId: string) =>
  query('advertiser/query/partner', { PartnerId: partnerId }, pageSize);

const advertisersOfAll = (query: Query) =>
  itemsOfAll(partnersBy(query), (partner) => advertisersOf(query, textAt(partner, 'PartnerId') ?? ''));

/** The advertiser or the partner that the settings name, else the first partner. */
export async function findAccount(query: Query, settings: Values): Promise<Account> {
  const partnerId = optionalTextOf(settings, 'partnerId');
  const advertiserId = optionalTextOf(settings, 'advertiserId');
  if (advertiserId !== undefined) {
    // Advertisers are listed by partner only. Where the settings name none, every partner of the login is asked for.
    const advertisers = partnerId === undefined ? advertisersOfAll(query) : advertisersOf(query, partnerId);
    const found = await accountAmong(advertisers, (each) => textAt(each, 'AdvertiserId') === advertiserId);
    return { name: textAt(found, 'AdvertiserName') ?? advertiserId };
  }
  const found = await (partnerId === undefined
    ? accountAmong(partnersBy(query, 1), () => true)
    : accountAmong(partnersBy(query), (each) => textAt(each, 'PartnerId') === partnerId));
  return { name: textAt(found, 'PartnerName') ?? textAt(found, 'PartnerId') ?? null };
}
