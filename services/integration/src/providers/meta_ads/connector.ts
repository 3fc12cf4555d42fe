import type { Json } from '@patchbay/outgoing/json';
import {
  type AccountFields,
  accountAmong,
  accountsIn,
  itemsOn,
  listIn,
} from '../../connector/account-list.ts';
import { authorizationCode, clientOf } from '../../connector/authorization-code.ts';
import type { Connection, Connector, ConnectorEnvironment } from '../../connector/connector.ts';
import {
  type AppValues,
  type Credentials,
  lifetimeOf,
  lifetimeSeconds,
  optionalTextOf,
  secretOf,
  type Values,
} from '../../connector/credentials.ts';
import { at, textAt } from '../../connector/json-path.ts';
import { byAccessToken, tokenAt } from '../../connector/tokens.ts';

/** Account ids begin with `act_`; people often know only the number. */
export function withAccountPrefix(settings: Values): Values {
  const adAccountId = optionalTextOf(settings, 'adAccountId');
  if (adAccountId === undefined) return settings;
  return { ...settings, adAccountId: `act_${adAccountId.replace(/^act_/, '')}` };
}

const versionOf = (app: AppValues): string => app.apiVersion ?? 'v26.0';

export const baseUrlOf = (app: AppValues): string => `https://graph.facebook.com/${versionOf(app)}`;

const fieldsOfAccounts = 'id,account_id,name,currency,account_status,timezone_name';

/** By `account_status`. */
const statuses: Readonly<Record<string, string>> = {
  1: 'ACTIVE',
  2: 'DISABLED',
  3: 'UNSETTLED',
  7: 'PENDING_RISK_REVIEW',
  9: 'IN_GRACE_PERIOD',
  100: 'PENDING_CLOSURE',
  101: 'CLOSED',
};

const accountFields: AccountFields = {
  id: 'id',
  name: 'name',
  type: () => 'ad account',
  currency: 'currency',
  timeZone: 'timezone_name',
  status(account) {
    const status = textAt(account, 'account_status');
    return status && (statuses[status] ?? status);
  },
  parentId: ['business', 'id'],
  settings: (adAccountId, businessId) => ({ adAccountId, ...(businessId !== undefined && { businessId }) }),
};

export function connectMetaAds(environment: ConnectorEnvironment): Connector {
  const { app, call, clock } = environment;
  const graph = baseUrlOf(app);
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
    const lifetime =
      seconds === undefined ? { expiresAt: null, renewAt: null } : lifetimeOf(seconds, clock.now());
    return { secrets: { accessToken: tokenAt(body, 'access_token') }, ...lifetime, endsAt: null };
  };

  const { consent } = authorizationCode(environment, {
    authorizeUrl: `https://www.facebook.com/${versionOf(app)}/dialog/oauth`,
    tokenUrl,
    scope: { read: 'ads_read', manage: 'ads_read,ads_management' },
    pkce: false,
    clientAuth: 'body',
  });

  const accountsOf = (connection: Connection, fields: string, signal: AbortSignal) =>
    itemsOn<string>(async (after) => {
      const answer = await call({
        at: 'api',
        url: `${graph}/me/adaccounts`,
        query: { fields, limit: '100', ...(after !== undefined && { after }) },
        ...byAccessToken(connection),
        signal,
      });
      const items = listIn(answer, 'data');
      // The last page has a cursor too.
      const isLast = at(answer.body, 'paging', 'next') === undefined;
      return { items, next: isLast ? undefined : textAt(answer.body, 'paging', 'cursors', 'after') };
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
    authorize: byAccessToken,
    listAccounts: (connection, signal) =>
      accountsIn(accountsOf(connection, `${fieldsOfAccounts},business{id,name}`, signal), accountFields),
    async verify(connection, signal) {
      const wanted = optionalTextOf(connection.settings, 'adAccountId');
      const account = await accountAmong(
        accountsOf(connection, fieldsOfAccounts, signal),
        (each) =>
          wanted === undefined || textAt(each, 'id') === wanted || textAt(each, 'account_id') === wanted,
      );
      return { name: textAt(account, 'name') ?? textAt(account, 'id') ?? null };
    },
    async revoke(connection, signal) {
      const url = `${graph}/me/permissions`;
      await call({ at: 'revoke', method: 'DELETE', url, ...byAccessToken(connection), signal });
    },
  };
}
