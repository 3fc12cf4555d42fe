import { itemsOn, namedAccount, optionalListIn } from '../../connector/account-list.ts';
import type { Connection, Connector, ConnectorEnvironment } from '../../connector/connector.ts';
import { type AppValues, optionalTextOf } from '../../connector/credentials.ts';
import { ProviderFailure } from '../../connector/failure.ts';
import { textAt } from '../../connector/json-path.ts';
import { googleAuthorization, googleHeaders } from '../google.ts';

const scope = {
  read: 'https://www.googleapis.com/auth/admanager.readonly',
  manage: 'https://www.googleapis.com/auth/admanager',
  before: 'https://www.googleapis.com/auth/admanager',
};

export const baseUrlOf = (app: AppValues): string =>
  `https://admanager.googleapis.com/${app.apiVersion ?? 'v1'}`;

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
    async *listAccounts(connection, signal) {
      for await (const network of networksOf(connection, signal)) {
        const networkCode = textAt(network, 'networkCode');
        if (networkCode === undefined) continue;
        yield {
          id: networkCode,
          name: textAt(network, 'displayName') ?? null,
          type: 'network',
          currency: textAt(network, 'currencyCode') ?? null,
          timeZone: textAt(network, 'timeZone') ?? null,
          status: null,
          parentId: null,
          settings: { networkCode },
        };
      }
    },
    async verify(connection, signal) {
      const networkCode = optionalTextOf(connection.settings, 'networkCode');
      if (networkCode !== undefined) {
        const url = `${api}/networks/${networkCode}`;
        const { body } = await namedAccount(call({ at: 'api', url, ...authorize(connection), signal }));
        return { name: textAt(body, 'displayName') ?? networkCode };
      }
      for await (const network of networksOf(connection, signal))
        return { name: textAt(network, 'displayName') ?? textAt(network, 'networkCode') ?? null };
      throw new ProviderFailure('no_accounts');
    },
  };
}
