import {
  type AccountFields,
  accountAmong,
  accountsIn,
  itemsOn,
  listIn,
  namedAccount,
} from '../../connector/account-list.ts';
import { authorizationCode } from '../../connector/authorization-code.ts';
import { bearerAuthorization } from '../../connector/call.ts';
import type { Connection, Connector, ConnectorEnvironment } from '../../connector/connector.ts';
import { type Credentials, optionalTextOf, secretOf } from '../../connector/credentials.ts';
import { ProviderFailure } from '../../connector/failure.ts';
import { textAt } from '../../connector/json-path.ts';

/** Milliseconds: both ends are whole seconds, counted from the time of the answer. */
const toleranceMs = 60_000;

const earliest = (...dates: readonly (Date | null)[]): Date | null =>
  dates.reduce(
    (earlier, date) => (earlier === null || (date !== null && date < earlier) ? date : earlier),
    null,
  );

/**
 * Sets the end of the authorization. A refresh token ends one year after the consent, however often it is used, and the last
 * access tokens end on the same date, so renewing them gains nothing. An app without refresh tokens cannot renew: the
 * authorization ends with its access token.
 */
function withEnd(credentials: Credentials, earlier?: Credentials): Credentials {
  const { secrets, expiresAt } = credentials;
  if (secrets['refreshToken'] === undefined) return { ...credentials, renewAt: null, endsAt: expiresAt };
  const endsAt = earliest(credentials.endsAt, earlier?.endsAt ?? null);
  const isLast =
    endsAt !== null && expiresAt !== null && expiresAt.getTime() >= endsAt.getTime() - toleranceMs;
  return { ...credentials, endsAt, renewAt: isLast ? null : credentials.renewAt };
}

export const baseUrl = 'https://api.linkedin.com/rest';

const accountFields: AccountFields = {
  id: 'id',
  name: 'name',
  type: (account) => textAt(account, 'type') ?? 'ad account',
  currency: 'currency',
  status: 'status',
  // The URN of an organization.
  parentId: 'reference',
  settings: (adAccountId) => ({ adAccountId }),
};

export function connectLinkedinAds(environment: ConnectorEnvironment): Connector {
  const { app, call } = environment;
  const { consent, renew } = authorizationCode(environment, {
    authorizeUrl: 'https://www.linkedin.com/oauth/v2/authorization',
    tokenUrl: 'https://www.linkedin.com/oauth/v2/accessToken',
    scope: { read: 'r_ads r_ads_reporting', manage: 'rw_ads r_ads_reporting' },
    neededScopes: (access) => [
      access === 'read'
        ? { scope: ['r_ads', 'rw_ads'], allows: 'reading ads' }
        : { scope: 'rw_ads', allows: 'changing ads' },
      { scope: 'r_ads_reporting', allows: 'reading reports' },
    ],
    pkce: false,
    clientAuth: 'body',
  });

  const authorize = ({ credentials }: Connection) => ({
    headers: {
      authorization: bearerAuthorization(secretOf(credentials, 'accessToken')),
      'linkedin-version': app.apiVersion ?? '202609',
      'x-restli-protocol-version': '2.0.0',
    },
  });

  const nameOf = async (id: string, connection: Connection, signal: AbortSignal) => {
    const url = `${baseUrl}/adAccounts/${encodeURIComponent(id)}`;
    const { body } = await call({ at: 'api', url, ...authorize(connection), signal });
    return textAt(body, 'name') ?? id;
  };

  return {
    consent: {
      ...consent,
      exchange: async (grant, signal) => withEnd(await consent.exchange(grant, signal)),
    },
    renew: async (connection, signal) => withEnd(await renew(connection, signal), connection.credentials),
    authorize,
    async *listAccounts(connection, signal) {
      const accounts = itemsOn<string>(async (pageToken) => {
        const answer = await call({
          at: 'api',
          url: `${baseUrl}/adAccounts`,
          query: { q: 'search', pageSize: '1000', ...(pageToken !== undefined && { pageToken }) },
          ...authorize(connection),
          signal,
        });
        return { items: listIn(answer, 'elements'), next: textAt(answer.body, 'metadata', 'nextPageToken') };
      });
      yield* accountsIn(accounts, accountFields);
    },
    async verify(connection, signal) {
      const wanted = optionalTextOf(connection.settings, 'adAccountId');
      if (wanted !== undefined) {
        return { name: await namedAccount(nameOf(wanted, connection, signal)) };
      }
      const answer = await call({
        at: 'api',
        url: `${baseUrl}/adAccountUsers`,
        query: { q: 'authenticatedUser' },
        ...authorize(connection),
        signal,
      });
      const user = await accountAmong(listIn(answer, 'elements'), () => true);
      // `urn:li:sponsoredAccount:<id>`; the list has no names.
      const id = textAt(user, 'account')?.split(':').at(-1);
      if (id === undefined) return { name: null };
      // The settings do not name an account yet, so one without access is shown by its number.
      const name = await nameOf(id, connection, signal).catch((error: unknown) => {
        if (error instanceof ProviderFailure && ['403', '404'].includes(error.code ?? '')) return id;
        throw error;
      });
      return { name };
    },
  };
}
