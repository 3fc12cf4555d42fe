import type { Json } from '@patchbay/outgoing/json';
import { optionalTextOf, type Values } from '../../connector/credentials.ts';
import { ProviderFailure } from '../../connector/failure.ts';
import { textAt } from '../../connector/json-path.ts';
import { elementsOf, type Get } from './pages.ts';

/** The businesses of the person, or the one that the settings name. */
async function businessesOf(get: Get, api: string, businessId: string | undefined): Promise<Json[]> {
  const businesses: Json[] = [];
  for await (const business of elementsOf(get, `${api}/me/businesses`)) businesses.push(business);
  if (businesses.length === 0) throw new ProviderFailure('no_accounts');
  if (businessId === undefined) return businesses;
  const named = businesses.filter((business) => textAt(business, 'id') === businessId);
  if (named.length === 0) throw new ProviderFailure('account_not_found');
  return named;
}

/** What is asked for cannot be seen: the person has no rights to the ad accounts of a business (403), or it does not exist (404). */
function invisible(error: unknown): ProviderFailure {
  if (!(error instanceof ProviderFailure)) throw error;
  if (error.code === '404') return new ProviderFailure('account_not_found', { code: '404' });
  if (error.reason !== 'no_access') throw error;
  return error;
}

/**
 * The name of the account that the settings name: ad account or business; without them that of the first ad account. A business
 * whose ad accounts the person may not see does not hide those of the others.
 */
export async function accountName(get: Get, api: string, settings: Values): Promise<string | null> {
  const businessId = optionalTextOf(settings, 'businessId');
  const adAccountId = optionalTextOf(settings, 'adAccountId');
  const nameOf = (found: Json): string | null => textAt(found, 'name') ?? textAt(found, 'id') ?? null;
  let failure = new ProviderFailure('no_accounts');
  for (const business of await businessesOf(get, api, businessId)) {
    const url = `${api}/businesses/${textAt(business, 'id')}/ad_accounts?page.size=100`;
    try {
      for await (const account of elementsOf(get, url)) {
        if (adAccountId === undefined) return nameOf(businessId === undefined ? account : business);
        if (textAt(account, 'id') === adAccountId) return nameOf(account);
        failure = new ProviderFailure('account_not_found');
      }
    } catch (error) {
      failure = invisible(error);
    }
  }
  throw failure;
}
