import {
  type AccountFields,
  accountsIn,
  itemsOn,
  namedAccount,
  optionalListIn,
  verifiedAmong,
} from '../../connector/account-list.ts';
import type { Connection, Connector, ConnectorEnvironment } from '../../connector/connector.ts';
import { type AppValues, optionalTextOf } from '../../connector/credentials.ts';
import { textAt } from '../../connector/json-path.ts';
import { googleAuthorization, googleHeaders } from '../google.ts';

const scope = {
  read: 'https://www.googleapis.com/auth/admanager.readonly',
  manage: 'https://www.googleapis.com/auth/admanager',
  before: 'https://www.googleapis.com/auth/admanager',
};

export const baseUrlOf = (app: AppValues): string =>
  `https://admanager.googleapis.com/${app.apiVersion ?? 'v1'}`;

const accountFields: AccountFields = {
  id: 'networkCode',
  name: 'displayName',
  type: () => 'network',
  currency: 'currencyCode',
  timeZone: 'timeZone',
  settings: (networkCode) => ({ networkCode }),
};

export function connectGoogleAdManager(environment: ConnectorEnvironment): Connector {
  const { app, call } = environment;
  const api = baseUrlOf(app);

  const authorize = (connection: Connection) => ({ headers: googleHeaders(connection) });

  const networksOf = (connection: Connection, signal: AbortSignal) =>
    itemsOn<string>(async (pageToken) => {
      const answer = await call({
        at: 'api',
        url: `${api}/networks`,
        query: { pageSize: '1000', ...(pageToken !== undefined && { pageToken }) },
        ...authorize(connection),
        signal,
      });
      return { items: optionalListIn(answer, 'networks'), next: textAt(answer.body, 'nextPageToken') };
    });

  return {
    ...googleAuthorization(environment, {
      scope,
      neededScopes: (access) =>
        access === 'read'
          ? [{ scope: [scope.read, scope.manage], allows: 'reading the ad server' }]
          : [{ scope: scope.manage, allows: 'changing the ad server' }],
    }),
    authorize,
    listAccounts: (connection, signal) => accountsIn(networksOf(connection, signal), accountFields),
    async verify(connection, signal) {
      const networkCode = optionalTextOf(connection.settings, 'networkCode');
      if (networkCode !== undefined) {
        const url = `${api}/networks/${networkCode}`;
        const { body } = await namedAccount(call({ at: 'api', url, ...authorize(connection), signal }));
        return { name: textAt(body, 'displayName') ?? networkCode };
      }
      return verifiedAmong(networksOf(connection, signal), undefined, accountFields);
    },
  };
}
