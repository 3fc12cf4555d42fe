import { namedAccount, optionalListIn } from '../../connector/account-list.ts';
import type { Connector, ConnectorEnvironment } from '../../connector/connector.ts';
import { optionalTextOf } from '../../connector/credentials.ts';
import { ProviderFailure } from '../../connector/failure.ts';
import { textAt } from '../../connector/json-path.ts';
import { googleAuthorization, googleHeaders } from '../google.ts';

const scope = 'https://www.googleapis.com/auth/admanager';

export function connectGoogleAdManager(environment: ConnectorEnvironment): Connector {
  const { app, call } = environment;
  const api = `https://admanager.googleapis.com/${app.apiVersion ?? 'v1'}`;
  return {
    ...googleAuthorization(environment, scope),
    async verify(connection, signal) {
      const headers = googleHeaders(connection);
      const networkCode = optionalTextOf(connection.settings, 'networkCode');
      if (networkCode !== undefined) {
        const url = `${api}/networks/${networkCode}`;
        const { body } = await namedAccount(call({ at: 'api', url, headers, signal }));
        return { name: textAt(body, 'displayName') ?? networkCode };
      }
      const answer = await call({ at: 'api', url: `${api}/networks`, headers, signal });
      const [network] = optionalListIn(answer, 'networks');
      if (network === undefined) throw new ProviderFailure('no_accounts');
      return { name: textAt(network, 'displayName') ?? textAt(network, 'networkCode') ?? null };
    },
  };
}
