import type { Json } from '@patchbay/outgoing/json';
import {
  type AccountFields,
  accountAmong,
  accountsIn,
  itemsOfAll,
  itemsOn,
  listIn,
  namedAccount,
  visibleItemsOfAll,
} from '../../connector/account-list.ts';
import { authorizationCode, clientOf } from '../../connector/authorization-code.ts';
import { basicAuthorization, bearerAuthorization } from '../../connector/call.ts';
import { type Classify, failureOf, type ProviderAnswer } from '../../connector/classify.ts';
import type { Connection, Connector, ConnectorEnvironment } from '../../connector/connector.ts';
import { type AppValues, optionalTextOf, secretOf, type Values } from '../../connector/credentials.ts';
import { ProviderFailure } from '../../connector/failure.ts';
import { textAt } from '../../connector/json-path.ts';

function adAccountsOf(get: Get, api: string, business: Json): AsyncIterable<Json> {
  const id = encodeURIComponent(textAt(business, 'id') ?? '');
  return elementsOf((url) => namedAccount(get(url)), `${api}/businesses/${id}/ad_accounts?page.size=100`);
}

const businessesOf = (get: Get, api: string) => elementsOf(get, `${api}/me/businesses`);

/** The name of the ad account or business in the settings, otherwise of the first ad account. */
async function accountName(get: Get, api: string, settings: Values): Promise<string | null> {
  const businessId = optionalTextOf(settings, 'businessId');
  const adAccountId = optionalTextOf(settings, 'adAccountId');
  const businesses = businessesOf(get, api);
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

/** Sends a GET request with the token of the connection. */
type Get = (url: string) => Promise<ProviderAnswer>;

/** The address of the next page. It must be on the same host, because the token is sent to it. */
function nextOf(url: string, { body }: ProviderAnswer): string | undefined {
  const next = textAt(body, 'pagination', 'next_url');
  if (next === undefined) return undefined;
  const resolved = URL.parse(next, url);
  if (resolved?.origin !== new URL(url).origin)
    throw new ProviderFailure('unavailable', { code: 'the next page is on another host' });
  return resolved.href;
}

/** The elements of a list, page by page. */
const elementsOf = (get: Get, firstPage: string): AsyncGenerator<Json> =>
  itemsOn<string>(async (url = firstPage) => {
    const answer = await get(url);
    return { items: listIn(answer, 'data'), next: nextOf(url, answer) };
  });

const oauth = 'https://www.reddit.com/api/v1';

/** Requests with a generic user agent are throttled: Reddit requires platform, app, version and an account. */
const headers = { 'user-agent': 'web:patchbay:1.0 (by /u/patchbay)' };

/** The token endpoint may answer 200 with an `error`: a name of RFC 6749, or the intended status. */
export const classifyRedditAds: Classify = (answer, at) => {
  const error = textAt(answer.body, 'error');
  if (at !== 'token' || answer.status >= 300 || error === undefined) return undefined;
  return failureOf({ ...answer, status: Number(error) >= 400 ? Number(error) : 400 }, at, 'oauth');
};

/** The consent page appends `#_` to the redirect URI; it is not part of the code. */
const withoutMark = (code: string): string => code.replace(/#_$/, '');

export const baseUrlOf = (app: AppValues): string =>
  `https://ads-api.reddit.com/api/${app.apiVersion ?? 'v3'}`;

const accountFields: AccountFields = {
  id: 'id',
  name: 'name',
  type: () => 'ad_account',
  currency: 'currency',
  timeZone: 'time_zone_id',
  status: 'admin_approval',
  parentId: 'business_id',
  settings: (adAccountId, businessId) => ({ adAccountId, ...(businessId !== undefined && { businessId }) }),
};

export function connectRedditAds(environment: ConnectorEnvironment): Connector {
  const { app, call } = environment;
  const api = baseUrlOf(app);

  const authorize = ({ credentials }: Connection) => ({
    headers: { ...headers, authorization: bearerAuthorization(secretOf(credentials, 'accessToken')) },
  });

  const getOf =
    (connection: Connection, signal: AbortSignal): Get =>
    (url) =>
      call({ at: 'api', url, ...authorize(connection), signal });

  const flow = authorizationCode(environment, {
    authorizeUrl: `${oauth}/authorize`,
    tokenUrl: `${oauth}/access_token`,
    scope: { read: 'adsread', manage: 'adsread,adsedit' },
    neededScopes: (access) => [
      { scope: 'adsread', allows: 'reading ads' },
      ...(access === 'manage' ? [{ scope: 'adsedit', allows: 'changing ads' }] : []),
    ],
    pkce: false,
    clientAuth: 'basic',
    // Without this parameter there is no refresh token.
    authorizeParameters: { duration: 'permanent' },
    headers,
  });
  return {
    consent: {
      ...flow.consent,
      exchange: (grant, signal) => flow.consent.exchange({ ...grant, code: withoutMark(grant.code) }, signal),
    },
    renew: flow.renew,
    async revoke({ credentials: { secrets } }, signal) {
      const { accessToken, refreshToken } = secrets;
      const token = refreshToken ?? accessToken;
      if (token === undefined) return;
      const { clientId, clientSecret } = clientOf(environment);
      await call({
        at: 'revoke',
        url: `${oauth}/revoke_token`,
        headers: { ...headers, authorization: basicAuthorization(clientId, clientSecret) },
        form: { token, token_type_hint: refreshToken === undefined ? 'access_token' : 'refresh_token' },
        signal,
      });
    },
    authorize,
    listAccounts(connection, signal) {
      const get = getOf(connection, signal);
      const adAccounts = visibleItemsOfAll(businessesOf(get, api), (each) => adAccountsOf(get, api, each));
      return accountsIn(adAccounts, accountFields);
    },
    async verify(connection, signal) {
      const get = getOf(connection, signal);
      await get(`${api}/me`);
      return { name: await accountName(get, api, connection.settings) };
    },
  };
}
