import type { Json } from '@patchbay/outgoing/json';
import { type AccountFields, accountsIn, listIn, verifiedAmong } from '../../connector/account-list.ts';
import { clientOf } from '../../connector/authorization-code.ts';
import type { Connection, Connector, ConnectorEnvironment } from '../../connector/connector.ts';
import {
  type AppValues,
  lastingCredentials,
  optionalTextOf,
  secretOf,
  type Values,
} from '../../connector/credentials.ts';
import { textAt } from '../../connector/json-path.ts';
import { tokenAt } from '../../connector/tokens.ts';

const host = 'https://business-api.tiktok.com';
const sandboxHost = 'https://sandbox-ads.tiktok.com';

export const baseUrlOf = ({ environment }: Values, app: AppValues): string =>
  `${environment === 'sandbox' ? sandboxHost : host}/open_api/${app.apiVersion ?? 'v1.3'}`;

/** The most advertisers that one request may name. */
const infoSize = 100;

const infoFields = [
  'advertiser_id',
  'name',
  'currency',
  'timezone',
  'status',
  'role',
  'owner_bc_id',
  'country',
];

const accountFields: AccountFields = {
  id: 'advertiser_id',
  name: 'name',
  type: (advertiser) => textAt(advertiser, 'role') ?? 'advertiser',
  currency: 'currency',
  timeZone: 'timezone',
  status: 'status',
  parentId: 'owner_bc_id',
  settings: (advertiserId) => ({ advertiserId }),
};

/** Like an authorization code grant, with its own names, bodies and headers. Access tokens do not end. */
export function connectTiktokAds(environment: ConnectorEnvironment): Connector {
  const { app, call, address } = environment;

  const urlOf = (settings: Values, path: string): string => `${baseUrlOf(settings, app)}/${path}/`;

  const ourApp = (): { app_id: string; secret: string } => {
    const { clientId, clientSecret } = clientOf(environment);
    return { app_id: clientId, secret: clientSecret };
  };

  const authorize = ({ credentials }: Connection) => ({
    headers: { 'access-token': secretOf(credentials, 'accessToken') },
  });

  const listAt = async (
    connection: Connection,
    path: string,
    query: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<readonly Json[]> => {
    const url = urlOf(connection.settings, path);
    const answer = await call({ at: 'api', url, query, ...authorize(connection), signal });
    return listIn(answer, 'data', 'list');
  };

  /** The provider accepts the app secret only in the query. */
  const advertisersOf = (connection: Connection, signal: AbortSignal) =>
    listAt(connection, 'oauth2/advertiser/get', ourApp(), signal);

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
          url: urlOf(settings, 'oauth2/access_token'),
          json: { ...ourApp(), auth_code: code },
          signal,
        });
        return lastingCredentials({ accessToken: tokenAt(body, 'data', 'access_token') });
      },
    },
    authorize,
    async *listAccounts(connection, signal) {
      const advertisers = await advertisersOf(connection, signal);
      const ids = advertisers.flatMap((each) => textAt(each, 'advertiser_id') ?? []);
      for (let from = 0; from < ids.length; from += infoSize) {
        const query = {
          advertiser_ids: JSON.stringify(ids.slice(from, from + infoSize)),
          fields: JSON.stringify(infoFields),
        };
        yield* accountsIn(listAt(connection, 'advertiser/info', query, signal), accountFields);
      }
    },
    verify: (connection, signal) =>
      verifiedAmong(advertisersOf(connection, signal), optionalTextOf(connection.settings, 'advertiserId'), {
        id: 'advertiser_id',
        name: 'advertiser_name',
      }),
    async revoke({ settings, credentials }, signal) {
      await call({
        at: 'revoke',
        url: urlOf(settings, 'oauth2/revoke_token'),
        json: { ...ourApp(), access_token: secretOf(credentials, 'accessToken') },
        signal,
      });
    },
  };
}
