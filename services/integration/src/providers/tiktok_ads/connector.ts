import { accountAmong, listIn } from '../../connector/account-list.ts';
import { clientOf } from '../../connector/authorization-code.ts';
import type { Connector, ConnectorEnvironment } from '../../connector/connector.ts';
import { lastingCredentials, optionalTextOf, secretOf, type Values } from '../../connector/credentials.ts';
import { textAt } from '../../connector/json-path.ts';
import { tokenAt } from '../../connector/tokens.ts';

const host = 'https://business-api.tiktok.com';
const sandboxHost = 'https://sandbox-ads.tiktok.com';

/** Like an authorization code grant, with its own names, bodies and headers. Access tokens do not end. */
export function connectTiktokAds(environment: ConnectorEnvironment): Connector {
  const { app, call, address } = environment;

  const urlOf = (settings: Values, path: string): string => {
    const base = settings['environment'] === 'sandbox' ? sandboxHost : host;
    return `${base}/open_api/${app.apiVersion ?? 'v1.3'}/oauth2/${path}/`;
  };

  const ourApp = (): { app_id: string; secret: string } => {
    const { clientId, clientSecret } = clientOf(environment);
    return { app_id: clientId, secret: clientSecret };
  };

  return {
    consent: {
      pkce: false,
      /** There is no scope: permissions belong to the app. */
      authorizationUrl({ redirectUri, state }) {
        const url = new URL(address(`${host}/portal/auth`));
        url.searchParams.set('app_id', ourApp().app_id);
        url.searchParams.set('state', state);
        url.searchParams.set('redirect_uri', redirectUri);
        return url.href;
      },
      async exchange({ settings, code }, signal) {
        const { body } = await call({
          at: 'token',
          url: urlOf(settings, 'access_token'),
          json: { ...ourApp(), auth_code: code },
          signal,
        });
        return lastingCredentials({ accessToken: tokenAt(body, 'data', 'access_token') });
      },
    },
    async verify({ settings, credentials }, signal) {
      const answer = await call({
        at: 'api',
        url: urlOf(settings, 'advertiser/get'),
        // The provider accepts the app secret only in the query.
        query: ourApp(),
        headers: { 'access-token': secretOf(credentials, 'accessToken') },
        signal,
      });
      const wanted = optionalTextOf(settings, 'advertiserId');
      const advertiser = await accountAmong(
        listIn(answer, 'data', 'list'),
        (each) => wanted === undefined || textAt(each, 'advertiser_id') === wanted,
      );
      return { name: textAt(advertiser, 'advertiser_name') ?? textAt(advertiser, 'advertiser_id') ?? null };
    },
    async revoke({ settings, credentials }, signal) {
      await call({
        at: 'revoke',
        url: urlOf(settings, 'revoke_token'),
        json: { ...ourApp(), access_token: secretOf(credentials, 'accessToken') },
        signal,
      });
    },
  };
}
