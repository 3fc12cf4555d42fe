import { authorizationCode, clientOf } from '../../connector/authorization-code.ts';
import { basicAuthorization, bearerAuthorization } from '../../connector/authorization-header.ts';
import type { Classify } from '../../connector/call.ts';
import { failureOf } from '../../connector/classify.ts';
import type { Connector, ConnectorEnvironment } from '../../connector/connector.ts';
import { secretOf } from '../../connector/credentials.ts';
import { textAt } from '../../connector/json-path.ts';
import { accountName } from './account.ts';
import type { Get } from './pages.ts';

const oauth = 'https://www.reddit.com/api/v1';

/** Requests of a generic agent are throttled: Reddit wants platform, app, version and an account. */
const headers = { 'user-agent': 'web:patchbay:1.0 (by /u/patchbay)' };

/** The token endpoint may answer 200 with an `error`, which is then a name of RFC 6749 or the status that was meant. */
export const classifyRedditAds: Classify = (answer, at) => {
  const error = textAt(answer.body, 'error');
  if (at !== 'token' || answer.status >= 300 || error === undefined) return undefined;
  return failureOf({ ...answer, status: Number(error) >= 400 ? Number(error) : 400 }, at, 'oauth');
};

/** The consent page puts `#_` behind the address that it returns to; it is no part of the code. */
const withoutMark = (code: string): string => code.replace(/#_$/, '');

export function connectRedditAds(environment: ConnectorEnvironment): Connector {
  const { app, call } = environment;
  const api = `https://ads-api.reddit.com/api/${app.apiVersion ?? 'v3'}`;
  const flow = authorizationCode(environment, {
    authorizeUrl: `${oauth}/authorize`,
    tokenUrl: `${oauth}/access_token`,
    scope: 'adsread',
    pkce: false,
    clientAuth: 'basic',
    // Without it there is no refresh token.
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
    async verify({ settings, credentials }, signal) {
      const authorization = bearerAuthorization(secretOf(credentials, 'accessToken'));
      const get: Get = (url) => call({ at: 'api', url, headers: { ...headers, authorization }, signal });
      await get(`${api}/me`);
      return { name: await accountName(get, api, settings) };
    },
  };
}
