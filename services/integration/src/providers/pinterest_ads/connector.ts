import type { Json } from '@patchbay/outgoing/json';
import { accountAmong, itemsOn, listIn } from '../../connector/account-list.ts';
import { authorizationCode } from '../../connector/authorization-code.ts';
import { bearerAuthorization, type Classify } from '../../connector/call.ts';
import { failureWith, isTransientStatus } from '../../connector/classify.ts';
import type { Connector, ConnectorEnvironment } from '../../connector/connector.ts';
import { type Credentials, optionalTextOf, secretOf } from '../../connector/credentials.ts';
import { textAt } from '../../connector/json-path.ts';

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

export function connectPinterestAds(environment: ConnectorEnvironment): Connector {
  const { app, call } = environment;
  const api = `https://api.pinterest.com/${app.apiVersion ?? 'v5'}`;
  return {
    ...authorizationCode(environment, {
      authorizeUrl: 'https://www.pinterest.com/oauth/',
      tokenUrl: `${api}/oauth/token`,
      scope: 'ads:read,user_accounts:read',
      pkce: false,
      clientAuth: 'basic',
      // Apps created before 2025-09-25 must request refresh tokens that are replaced at each use.
      exchangeParameters: { continuous_refresh: 'true' },
      complete: withEnd,
    }),
    async verify({ settings, credentials }, signal) {
      const headers = { authorization: bearerAuthorization(secretOf(credentials, 'accessToken')) };
      // Returns only the person, who may have no ad account.
      await call({ at: 'api', url: `${api}/user_account`, headers, signal });
      const accounts = itemsOn<string>(async (bookmark) => {
        const answer = await call({
          at: 'api',
          url: `${api}/ad_accounts`,
          query: { page_size: '250', ...(bookmark !== undefined && { bookmark }) },
          headers,
          signal,
        });
        return { items: listIn(answer, 'items'), next: textAt(answer.body, 'bookmark') };
      });
      const wanted = optionalTextOf(settings, 'adAccountId');
      const account = await accountAmong(
        accounts,
        (each) => wanted === undefined || textAt(each, 'id') === wanted,
      );
      return { name: textAt(account, 'name') ?? textAt(account, 'id') ?? null };
    },
  };
}
