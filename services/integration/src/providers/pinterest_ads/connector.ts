import type { Json } from '@patchbay/outgoing/json';
import {
  type AccountFields,
  accountsIn,
  itemsOn,
  listIn,
  verifiedAmong,
} from '../../connector/account-list.ts';
import { authorizationCode } from '../../connector/authorization-code.ts';
import { type Classify, failureWith, isTransientStatus } from '../../connector/classify.ts';
import type { Connection, Connector, ConnectorEnvironment } from '../../connector/connector.ts';
import { type AppValues, type Credentials, optionalTextOf } from '../../connector/credentials.ts';
import { textAt } from '../../connector/json-path.ts';
import { byAccessToken } from '../../connector/tokens.ts';

/** 401 is left to the common rules: the Basic header has only our app, so it is a fault of ours. */
export const classifyPinterestAds: Classify = (answer, at) => {
  if (at !== 'token') return undefined;
  // In `error`, or in the `message` of the API's own envelope.
  if (!isTransientStatus(answer.status) && answer.text.includes('invalid_grant'))
    return failureWith('refused', answer, { code: 'invalid_grant' });
  // The answer to a numeric client id without an app.
  if (answer.status === 500 && textAt(answer.body, 'code') === '12')
    return failureWith('client_refused', answer, { code: '12' });
  return undefined;
};

/** The end of the refresh token: seconds from now, seconds since 1970, or both. */
function withEnd(credentials: Credentials, answer: Json | undefined): Credentials {
  const seconds = Number(textAt(answer, 'refresh_token_expires_at'));
  if (textAt(answer, 'refresh_token_expires_in') !== undefined || !(seconds > 0)) return credentials;
  return { ...credentials, endsAt: new Date(seconds * 1000) };
}

export const baseUrlOf = (app: AppValues): string => `https://api.pinterest.com/${app.apiVersion ?? 'v5'}`;

const accountFields: AccountFields = {
  id: 'id',
  name: 'name',
  type: () => 'ad_account',
  currency: 'currency',
  timeZone: 'time_zone',
  parentId: ['owner', 'id'],
  settings: (adAccountId) => ({ adAccountId }),
};

export function connectPinterestAds(environment: ConnectorEnvironment): Connector {
  const { app, call } = environment;
  const api = baseUrlOf(app);

  const adAccountsOf = (connection: Connection, signal: AbortSignal) =>
    itemsOn<string>(async (bookmark) => {
      const answer = await call({
        at: 'api',
        url: `${api}/ad_accounts`,
        query: {
          page_size: '250',
          include_shared_accounts: 'true',
          ...(bookmark !== undefined && { bookmark }),
        },
        ...byAccessToken(connection),
        signal,
      });
      return { items: listIn(answer, 'items'), next: textAt(answer.body, 'bookmark') };
    });

  return {
    ...authorizationCode(environment, {
      authorizeUrl: 'https://www.pinterest.com/oauth/',
      tokenUrl: `${api}/oauth/token`,
      scope: { read: 'ads:read,user_accounts:read', manage: 'ads:read,ads:write,user_accounts:read' },
      neededScopes: (access) => [
        { scope: 'ads:read', allows: 'reading ads' },
        ...(access === 'manage' ? [{ scope: 'ads:write', allows: 'changing ads' }] : []),
      ],
      pkce: false,
      clientAuth: 'basic',
      // Apps created before 2025-09-25 must request refresh tokens that are replaced at each use.
      exchangeParameters: { continuous_refresh: 'true' },
      complete: withEnd,
    }),
    authorize: byAccessToken,
    listAccounts: (connection, signal) => accountsIn(adAccountsOf(connection, signal), accountFields),
    async verify(connection, signal) {
      // Returns only the person, who may have no ad account.
      await call({ at: 'api', url: `${api}/user_account`, ...byAccessToken(connection), signal });
      const wanted = optionalTextOf(connection.settings, 'adAccountId');
      return verifiedAmong(adAccountsOf(connection, signal), wanted, accountFields);
    },
  };
}
