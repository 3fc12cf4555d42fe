import {
  type AccountFields,
  accountsIn,
  itemsOn,
  listIn,
  verifiedAmong,
} from '../../connector/account-list.ts';
import { type Classify, failureWith, isTransientStatus } from '../../connector/classify.ts';
import type { Connection, Connector, ConnectorEnvironment } from '../../connector/connector.ts';
import { optionalTextOf } from '../../connector/credentials.ts';
import { ProviderFailure } from '../../connector/failure.ts';
import { textAt } from '../../connector/json-path.ts';
import { clientCredentials } from '../../connector/token-login.ts';
import { byAccessToken } from '../../connector/tokens.ts';

/** The only scope that the verification needs. A request for a scope that is not assigned to the client is refused. */
const advertisersScope = 'https://api.adform.com/scope/buyer.advertisers.readonly';

export const classifyAdform: Classify = (answer, endpoint) =>
  endpoint === 'token' &&
  !isTransientStatus(answer.status) &&
  textAt(answer.body, 'error') === 'invalid_scope'
    ? failureWith('scope_missing', answer, {
        code: 'invalid_scope',
        hint: 'Only scopes that Adform Support assigned to your API client work. Have the missing one added, or correct the scopes in the settings.',
      })
    : undefined;

const accountFields: AccountFields = {
  id: 'id',
  name: 'name',
  type: () => 'advertiser',
  timeZone: 'timeZone',
  status: 'status',
  settings: (advertiserId) => ({ advertiserId }),
};

export function connectAdform(environment: ConnectorEnvironment): Connector {
  const { app, call } = environment;
  const url = `https://api.adform.com/${app.apiVersion ?? 'v1'}/buyer/advertisers`;

  // Undocumented assumptions: `offset` leads to the next page, and a page may have this many items. So pages are read until one is
  // empty. A provider that ignores `offset` is transient, because the advertiser may be on another page.
  const advertisersOf = (connection: Connection, size: number, signal: AbortSignal) => {
    let first: string | undefined;
    return itemsOn<number>(async (offset = 0) => {
      const query = { limit: String(size), ...(offset > 0 && { offset: String(offset) }) };
      // The body is the list.
      const items = listIn(await call({ at: 'api', url, query, ...byAccessToken(connection), signal }));
      if (offset > 0 && textAt(items[0], 'id') === first)
        throw new ProviderFailure('unavailable', { code: 'the pages are all the same' });
      first ??= textAt(items[0], 'id');
      return { items, next: items.length === 0 ? undefined : offset + items.length };
    });
  };

  return {
    ...clientCredentials(environment, {
      tokenUrl: 'https://id.adform.com/sts/connect/token',
      clientAuth: 'basic',
      form: (_fields, settings) => ({ scope: optionalTextOf(settings, 'scopes') ?? advertisersScope }),
    }),
    authorize: byAccessToken,
    listAccounts: (connection, signal) => accountsIn(advertisersOf(connection, 100, signal), accountFields),
    verify(connection, signal) {
      const advertiserId = optionalTextOf(connection.settings, 'advertiserId');
      const advertisers = advertisersOf(connection, advertiserId === undefined ? 1 : 100, signal);
      return verifiedAmong(advertisers, advertiserId, accountFields);
    },
  };
}
