import { accountAmong, listIn, namedAccount } from '../../connector/account-list.ts';
import { authorizationCode } from '../../connector/authorization-code.ts';
import { bearerAuthorization } from '../../connector/call.ts';
import type { Connector, ConnectorEnvironment } from '../../connector/connector.ts';
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

const api = 'https://api.linkedin.com/rest';

export function connectLinkedinAds(environment: ConnectorEnvironment): Connector {
  const { app, call } = environment;
  const { consent, renew } = authorizationCode(environment, {
    authorizeUrl: 'https://www.linkedin.com/oauth/v2/authorization',
    tokenUrl: 'https://www.linkedin.com/oauth/v2/accessToken',
    scope: 'r_ads r_ads_reporting',
    pkce: false,
    clientAuth: 'body',
  });

  const nameOf = async (id: string, headers: Record<string, string>, signal: AbortSignal) => {
    const { body } = await call({
      at: 'api',
      url: `${api}/adAccounts/${encodeURIComponent(id)}`,
      headers,
      signal,
    });
    return textAt(body, 'name') ?? id;
  };

  return {
    consent: {
      ...consent,
      exchange: async (grant, signal) => withEnd(await consent.exchange(grant, signal)),
    },
    renew: async (connection, signal) => withEnd(await renew(connection, signal), connection.credentials),
    async verify({ settings, credentials }, signal) {
      const headers = {
        authorization: bearerAuthorization(secretOf(credentials, 'accessToken')),
        'linkedin-version': app.apiVersion ?? '202609',
        'x-restli-protocol-version': '2.0.0',
      };
      const wanted = optionalTextOf(settings, 'adAccountId');
      if (wanted !== undefined) {
        return { name: await namedAccount(nameOf(wanted, headers, signal)) };
      }
      const answer = await call({
        at: 'api',
        url: `${api}/adAccountUsers`,
        query: { q: 'authenticatedUser' },
        headers,
        signal,
      });
      const user = await accountAmong(listIn(answer, 'elements'), () => true);
      // `urn:li:sponsoredAccount:<id>`; the list has no names.
      const id = textAt(user, 'account')?.split(':').at(-1);
      if (id === undefined) return { name: null };
      // The settings do not name an account yet, so one without access is shown by its number.
      const name = await nameOf(id, headers, signal).catch((error: unknown) => {
        if (error instanceof ProviderFailure && ['403', '404'].includes(error.code ?? '')) return id;
        throw error;
      });
      return { name };
    },
  };
}
