import { accountAmong } from '../../connector/account-list.ts';
import { authorizationCode } from '../../connector/authorization-code.ts';
import { bearerAuthorization } from '../../connector/basic-authorization.ts';
import type { Classify } from '../../connector/call.ts';
import { failureWith } from '../../connector/classify.ts';
import type { Connector, ConnectorEnvironment } from '../../connector/connector.ts';
import { optionalTextOf, secretOf } from '../../connector/credentials.ts';
import { ProviderFailure } from '../../connector/failure.ts';
import { listAt, textAt } from '../../connector/json-path.ts';
import { withEnd } from './lifetime.ts';

const api = 'https://api.linkedin.com/rest';

export const classifyLinkedinAds: Classify = (answer) =>
  answer.status === 426
    ? failureWith('client_refused', answer, { code: 'the API version is gone' })
    : undefined;

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
    const { body } = await call({ at: 'api', url: `${api}/adAccounts/${id}`, headers, signal });
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
        const name = await nameOf(wanted, headers, signal).catch((error: unknown) => {
          throw error instanceof ProviderFailure && error.code === '404'
            ? new ProviderFailure('account_not_found', { code: '404' })
            : error;
        });
        return { name };
      }
      const { body } = await call({
        at: 'api',
        url: `${api}/adAccountUsers`,
        query: { q: 'authenticatedUser' },
        headers,
        signal,
      });
      const user = await accountAmong(listAt(body, 'elements'), () => true);
      // `urn:li:sponsoredAccount:<id>`; the list has no names.
      const id = textAt(user, 'account')?.split(':').at(-1);
      if (id === undefined) return { name: null };
      // Which account is meant is not known yet, so that one without access is shown by its number.
      const name = await nameOf(id, headers, signal).catch((error: unknown) => {
        if (error instanceof ProviderFailure && ['403', '404'].includes(error.code ?? '')) return id;
        throw error;
      });
      return { name };
    },
  };
}
