import type { Json } from '@patchbay/outgoing/json';
import { itemsOn } from '../../connector/account-list.ts';
import { authorizationCode } from '../../connector/authorization-code.ts';
import { bearerAuthorization } from '../../connector/authorization-header.ts';
import type { ProviderAnswer } from '../../connector/call.ts';
import type { Connection, Connector, ConnectorEnvironment } from '../../connector/connector.ts';
import { secretOf } from '../../connector/credentials.ts';
import { ProviderFailure } from '../../connector/failure.ts';
import { textAt } from '../../connector/json-path.ts';
import { listIn } from '../../connector/pages.ts';
import { chooseAccount, customersOf } from './account.ts';

const login = 'https://login.microsoftonline.com/common/oauth2/v2.0';
const scope = 'openid offline_access https://ads.microsoft.com/msads.manage';
const pageSize = 100;

export function connectMicrosoftAds(environment: ConnectorEnvironment): Connector {
  const { app, call } = environment;

  /** A request to the customer management service, which takes POST for reads too. */
  const query = async (
    { settings, credentials }: Connection,
    operation: string,
    json: Json,
    signal: AbortSignal,
  ): Promise<ProviderAnswer> => {
    if (app.developerToken === undefined)
      throw new ProviderFailure('not_configured', { code: 'no developer token' });
    const domain = settings['environment'] === 'sandbox' ? 'api.sandbox' : 'api';
    return call({
      at: 'api',
      url: `https://clientcenter.${domain}.bingads.microsoft.com/CustomerManagement/${app.apiVersion ?? 'v13'}/${operation}`,
      headers: {
        authorization: bearerAuthorization(secretOf(credentials, 'accessToken')),
        developertoken: app.developerToken,
      },
      json,
      signal,
    });
  };

  return {
    ...authorizationCode(environment, {
      authorizeUrl: `${login}/authorize`,
      tokenUrl: `${login}/token`,
      scope,
      pkce: true,
      clientAuth: 'body',
      authorizeParameters: { response_mode: 'query', prompt: 'select_account' },
      // Without it the token is for another service.
      exchangeParameters: { scope },
      renewParameters: { scope },
    }),
    async verify(connection, signal) {
      const { body: user } = await query(connection, 'User/Query', { UserId: null }, signal);
      const userId = textAt(user, 'User', 'Id');
      if (userId === undefined) throw new ProviderFailure('unavailable', { code: 'no user in the answer' });
      const accounts = itemsOn<number>(async (index = 0) => {
        const search = {
          Predicates: [{ Field: 'UserId', Operator: 'Equals', Value: userId }],
          PageInfo: { Index: index, Size: pageSize },
        };
        const items = listIn(await query(connection, 'Accounts/Search', search, signal), 'Accounts');
        // The answer does not say whether there are more: a page that is not full is the last one.
        return { items, next: items.length < pageSize ? undefined : index + 1 };
      });
      const account = await chooseAccount(accounts, connection.settings, customersOf(user));
      return { name: textAt(account, 'Name') ?? textAt(account, 'Id') ?? null };
    },
  };
}
