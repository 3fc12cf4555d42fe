import type { Json } from '@patchbay/outgoing/json';
import {
  type AccountFields,
  accountAmong,
  accountsIn,
  itemsOfAll,
  itemsOn,
  listIn,
  visibleItemsOfAll,
} from '../../connector/account-list.ts';
import { authorizationCode } from '../../connector/authorization-code.ts';
import { type Classify, failureWith, type ProviderAnswer } from '../../connector/classify.ts';
import type { Account, Connection, Connector, ConnectorEnvironment } from '../../connector/connector.ts';
import { type AppValues, optionalTextOf, type Values } from '../../connector/credentials.ts';
import { ProviderFailure } from '../../connector/failure.ts';
import { at, textAt } from '../../connector/json-path.ts';
import { byAccessToken } from '../../connector/tokens.ts';

/** The documentation writes it in lower case, the API in upper case. */
const isSuccess = (status: string | undefined): boolean => status?.toUpperCase() === 'SUCCESS';

/** A part of the answer may fail separately. A missing status is a success. */
const isGood = (item: Json): boolean => isSuccess(textAt(item, 'sub_request_status') ?? 'SUCCESS');

/**
 * The entities of a list, each wrapped with its own status. Failed ones are left out; a list with only failed ones is a failure.
 */
function entitiesIn(answer: ProviderAnswer, plural: string, singular: string): readonly Json[] {
  const items = listIn(answer, plural);
  const good = items.filter(isGood).flatMap((item) => at(item, singular) ?? []);
  if (items.length > 0 && good.length === 0)
    throw new ProviderFailure('unavailable', { code: 'sub_request_status' });
  return good;
}

interface Lists {
  readonly organizations: () => AsyncIterable<Json>;
  readonly adAccounts: (organizationId: string) => AsyncIterable<Json>;
}

const adAccountsOfAll = ({ organizations, adAccounts }: Lists, ofAll = itemsOfAll): AsyncIterable<Json> =>
  ofAll(organizations(), (organization) => adAccounts(textAt(organization, 'id') ?? ''));

/**
 * The ad account or the organization in the settings, otherwise the first ad account. A login without any ad account is a
 * failure.
 */
async function findAccount(settings: Values, lists: Lists): Promise<Account> {
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

/** A successful status is not enough. Error codes are undocumented, so the failure is transient. */
export const classifySnapchatAds: Classify = (answer, endpoint) =>
  endpoint === 'api' && answer.status === 200 && !isSuccess(textAt(answer.body, 'request_status'))
    ? failureWith('unavailable', answer, { code: 'request_status' })
    : undefined;

/**
 * The query of the link to the next page. The link may have another host, which must not get the token. `paging.next_link` is an
 * undocumented assumption that public clients share. So a `paging` with another content is transient, because the account may be
 * on another page.
 */
function nextOf({ body }: ProviderAnswer): Record<string, string> | undefined {
  const link = textAt(body, 'paging', 'next_link');
  if (link !== undefined && URL.canParse(link)) return Object.fromEntries(new URL(link).searchParams);
  const isLast = Object.values(at(body, 'paging') ?? {}).every((value) => value === null || value === '');
  if (!isLast) throw new ProviderFailure('unavailable', { code: 'the next page is not known' });
  return undefined;
}

export const baseUrlOf = (app: AppValues): string => `https://adsapi.snapchat.com/${app.apiVersion ?? 'v1'}`;

const accountFields: AccountFields = {
  id: 'id',
  name: 'name',
  type: () => 'adaccount',
  currency: 'currency',
  timeZone: 'timezone',
  status: 'status',
  parentId: 'organization_id',
  settings: (adAccountId, organizationId) => ({
    adAccountId,
    ...(organizationId !== undefined && { organizationId }),
  }),
};

export function connectSnapchatAds(environment: ConnectorEnvironment): Connector {
  const { app, call } = environment;
  const api = baseUrlOf(app);

  const listsOf = (connection: Connection, signal: AbortSignal): Lists => {
    const list = (path: string, plural: string, singular: string, firstPage: Record<string, string> = {}) =>
      itemsOn<Record<string, string>>(async (query = firstPage) => {
        const answer = await call({
          at: 'api',
          url: `${api}/${path}`,
          query,
          ...byAccessToken(connection),
          signal,
        });
        return { items: entitiesIn(answer, plural, singular), next: nextOf(answer) };
      });
    return {
      organizations: () => list('me/organizations', 'organizations', 'organization'),
      adAccounts: (organizationId) =>
        list(`organizations/${encodeURIComponent(organizationId)}/adaccounts`, 'adaccounts', 'adaccount', {
          limit: '1000',
        }),
    };
  };

  return {
    ...authorizationCode(environment, {
      authorizeUrl: 'https://accounts.snapchat.com/login/oauth2/authorize',
      tokenUrl: 'https://accounts.snapchat.com/login/oauth2/access_token',
      scope: 'snapchat-marketing-api',
      pkce: false,
      clientAuth: 'body',
    }),
    authorize: byAccessToken,
    listAccounts: (connection, signal) =>
      accountsIn(adAccountsOfAll(listsOf(connection, signal), visibleItemsOfAll), accountFields),
    async verify(connection, signal) {
      // Returns only the person: it shows whether the token works, before the lists show its access.
      await call({ at: 'api', url: `${api}/me`, ...byAccessToken(connection), signal });
      return findAccount(connection.settings, listsOf(connection, signal));
    },
  };
}
