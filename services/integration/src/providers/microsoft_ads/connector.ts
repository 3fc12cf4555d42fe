import type { Json } from '@patchbay/outgoing/json';
import { itemsOn, listIn } from '../../connector/account-list.ts';
import { authorizationCode } from '../../connector/authorization-code.ts';
import { bearerAuthorization } from '../../connector/call.ts';
import { type ProviderAnswer } from '../../connector/classify.ts';
import type { Connection, Connector, ConnectorEnvironment } from '../../connector/connector.ts';
import { type AppValues, optionalTextOf, secretOf, type Values } from '../../connector/credentials.ts';
import { ProviderFailure } from '../../connector/failure.ts';
import { at, listAt, textAt } from '../../connector/json-path.ts';

/** The customers of the user. The customer of an agency manages accounts of other customers. */
export const customersOf = (answer: Json | undefined): ReadonlySet<string> =>
  new Set(
    [at(answer, 'User'), ...listAt(answer, 'CustomerRoles')].flatMap(
      (each) => textAt(each, 'CustomerId') ?? [],
    ),
  );

/**
 * The account in the settings: by its id, or the first account of the customer. A customer of the user without accounts of its
 * own may manage any of them.
 */
export async function chooseAccount(
  accounts: AsyncIterable<Json>,
  settings: Values,
  customers: ReadonlySet<string>,
): Promise<Json> {
  const accountId = optionalTextOf(settings, 'accountId');
  const customerId = optionalTextOf(settings, 'customerId');
  const manages = customerId === undefined || customers.has(customerId);
  let first: Json | undefined;
  for await (const account of accounts) {
    first ??= account;
    const isOwned = customerId === undefined || textAt(account, 'ParentCustomerId') === customerId;
    if (accountId === undefined ? isOwned : textAt(account, 'Id') === accountId && (isOwned || manages))
      return account;
  }
  if (first === undefined) throw new ProviderFailure('no_accounts');
  if (accountId === undefined && manages) return first;
  throw new ProviderFailure('account_not_found');
}

const login = 'https://login.microsoftonline.com/common/oauth2/v2.0';
const scope = 'openid offline_access https://ads.microsoft.com/msads.manage';
const pageSize = 100;

export const baseUrlOf =
  (host: string, service: string) =>
  ({ environment }: Values, app: AppValues): string =>
    `https://${host}.${environment === 'sandbox' ? 'api.sandbox' : 'api'}.bingads.microsoft.com/${service}/${app.apiVersion ?? 'v13'}`;

const customerManagement = baseUrlOf('clientcenter', 'CustomerManagement');

export function connectMicrosoftAds(environment: ConnectorEnvironment): Connector {
  const { app, call } = environment;

  const authorize = ({ credentials }: Connection) => {
    if (app.developerToken === undefined)
      throw new ProviderFailure('not_configured', { code: 'no developer token' });
    return {
      headers: {
        authorization: bearerAuthorization(secretOf(credentials, 'accessToken')),
        developertoken: app.developerToken,
      },
    };
  };

  /** A request to the customer management service, which uses POST for reads, too. */
  const query = async (
    connection: Connection,
    operation: string,
    json: Json,
    signal: AbortSignal,
  ): Promise<ProviderAnswer> =>
    call({
      at: 'api',
      url: `${customerManagement(connection.settings, app)}/${operation}`,
      ...authorize(connection),
      json,
      signal,
    });

  /** The customers of the user, and the accounts with access. */
  const accessOf = async (connection: Connection, signal: AbortSignal) => {
    const { body: user } = await query(connection, 'User/Query', { UserId: null }, signal);
    const userId = textAt(user, 'User', 'Id');
    if (userId === undefined) throw new ProviderFailure('unavailable', { code: 'no user in the answer' });
    const accounts = itemsOn<number>(async (index = 0) => {
      const search = {
        Predicates: [{ Field: 'UserId', Operator: 'Equals', Value: userId }],
        Ordering: [{ Field: 'Id', Order: 'Ascending' }],
        PageInfo: { Index: index, Size: pageSize },
      };
      const items = listIn(await query(connection, 'Accounts/Search', search, signal), 'Accounts');
      // The answer has no total: a page that is not full is the last one.
      return { items, next: items.length < pageSize ? undefined : index + 1 };
    });
    return { customers: customersOf(user), accounts };
  };

  return {
    ...authorizationCode(environment, {
      authorizeUrl: `${login}/authorize`,
      tokenUrl: `${login}/token`,
      scope,
      pkce: true,
      clientAuth: 'body',
      authorizeParameters: { response_mode: 'query', prompt: 'select_account' },
      // Without the scope the token is for another service.
      exchangeParameters: { scope },
      renewParameters: { scope },
    }),
    authorize,
    async *listAccounts(connection, signal) {
      const { customers, accounts } = await accessOf(connection, signal);
      for await (const account of accounts) {
        const id = textAt(account, 'Id');
        if (id === undefined) continue;
        const parentId = textAt(account, 'ParentCustomerId');
        // An account of another customer is reached through one of the user.
        const [customerId = parentId] =
          parentId !== undefined && customers.has(parentId) ? [parentId] : customers;
        yield {
          id,
          name: textAt(account, 'Name') ?? null,
          type: 'Account',
          currency: textAt(account, 'CurrencyCode') ?? null,
          timeZone: textAt(account, 'TimeZone') ?? null,
          status: textAt(account, 'AccountLifeCycleStatus') ?? null,
          parentId: parentId ?? null,
          settings: { accountId: id, ...(customerId !== undefined && { customerId }) },
        };
      }
    },
    async verify(connection, signal) {
      const { customers, accounts } = await accessOf(connection, signal);
      const account = await chooseAccount(accounts, connection.settings, customers);
      return { name: textAt(account, 'Name') ?? textAt(account, 'Id') ?? null };
    },
  };
}
