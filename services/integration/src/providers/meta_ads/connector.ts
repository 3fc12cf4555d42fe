import type { Json } from '@patchbay/outgoing/json';
import { accountAmong, itemsOn, listIn } from '../../connector/account-list.ts';
import { authorizationCode, clientOf } from '../../connector/authorization-code.ts';
import { bearerAuthorization } from '../../connector/call.ts';
import type { Connector, ConnectorEnvironment } from '../../connector/connector.ts';
import {
  type Credentials,
  lifetimeOf,
  lifetimeSeconds,
  optionalTextOf,
  secretOf,
  type Values,
} from '../../connector/credentials.ts';
import { textAt } from '../../connector/json-path.ts';
import { tokenAt } from '../../connector/tokens.ts';

/** Account ids begin with `act_`; people often know only the number. */
export function withAccountPrefix(settings: Values): Values {
  const adAccountId = optionalTextOf(settings, 'adAccountId');
  if (adAccountId === undefined) return settings;
  return { ...settings, adAccountId: `act_${adAccountId.replace(/^act_/, '')}` };
}

export function connectMetaAds(environment: ConnectorEnvironment): Connector {
  const { app, call, now } = environment;
  const version = app.apiVersion ?? 'v26.0';
  const graph = `https://graph.facebook.com/${version}`;
  const tokenUrl = `${graph}/oauth/access_token`;

  /** As a form: the documented GET would put the app secret into the URL. */
  const post = async (
    form: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<Json | undefined> => {
    const { clientId, clientSecret } = clientOf(environment);
    const answer = await call({
      at: 'token',
      url: tokenUrl,
      form: { ...form, client_id: clientId, client_secret: clientSecret },
      signal,
    });
    return answer.body;
  };

  /**
   * There is no refresh token: a valid token is exchanged for one of about 60 days. A token without `expires_in` does not end.
   */
  const exchangeToken = async (token: string, signal: AbortSignal): Promise<Credentials> => {
    const body = await post({ grant_type: 'fb_exchange_token', fb_exchange_token: token }, signal);
    const seconds = lifetimeSeconds(textAt(body, 'expires_in'));
    const lifetime = seconds === undefined ? { expiresAt: null, renewAt: null } : lifetimeOf(seconds, now());
    return { secrets: { accessToken: tokenAt(body, 'access_token') }, ...lifetime, endsAt: null };
  };

  const { consent } = authorizationCode(environment, {
    authorizeUrl: `https://www.facebook.com/${version}/dialog/oauth`,
    tokenUrl,
    scope: 'ads_read',
    pkce: false,
    clientAuth: 'body',
  });

  return {
    consent: {
      ...consent,
      /** Without `grant_type`. The token of the code lives only for hours. */
      async exchange({ code, redirectUri }, signal) {
        const body = await post({ code, redirect_uri: redirectUri }, signal);
        return exchangeToken(tokenAt(body, 'access_token'), signal);
      },
    },
    renew: ({ credentials }, signal) => exchangeToken(secretOf(credentials, 'accessToken'), signal),
    async verify({ settings, credentials }, signal) {
      const wanted = optionalTextOf(settings, 'adAccountId');
      const headers = { authorization: bearerAuthorization(secretOf(credentials, 'accessToken')) };
      const accounts = itemsOn<string>(async (after) => {
        const answer = await call({
          at: 'api',
          url: `${graph}/me/adaccounts`,
          query: {
            fields: 'id,account_id,name,currency,account_status,timezone_name',
            limit: '100',
            ...(after !== undefined && { after }),
          },
          headers,
          signal,
        });
        return { items: listIn(answer, 'data'), next: textAt(answer.body, 'paging', 'cursors', 'after') };
      });
      const account = await accountAmong(
        accounts,
        (each) =>
          wanted === undefined || textAt(each, 'id') === wanted || textAt(each, 'account_id') === wanted,
      );
      return { name: textAt(account, 'name') ?? textAt(account, 'id') ?? null };
    },
    async revoke({ credentials }, signal) {
      const headers = { authorization: bearerAuthorization(secretOf(credentials, 'accessToken')) };
      await call({ at: 'revoke', method: 'DELETE', url: `${graph}/me/permissions`, headers, signal });
    },
  };
}
