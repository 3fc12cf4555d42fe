import { boundedWaitMs, retryAfterMs } from '@patchbay/outgoing/answer';
import { accountAmong, listIn } from '../../connector/account-list.ts';
import { bearerAuthorization } from '../../connector/call.ts';
import { type Classify, failureWith, type ProviderAnswer } from '../../connector/classify.ts';
import type { Connection, Connector, ConnectorEnvironment } from '../../connector/connector.ts';
import { type AppValues, optionalTextOf, secretOf } from '../../connector/credentials.ts';
import { ProviderFailure } from '../../connector/failure.ts';
import { textAt } from '../../connector/json-path.ts';
import { clientCredentials } from '../../connector/token-login.ts';

const api = 'https://api.criteo.com';

/** Smaller values are seconds from now, others seconds since 1970: the documentation does not say which one is sent. */
const firstTimestamp = 1_000_000_000;

/** Milliseconds until the limit is lifted, by `x-ratelimit-reset`. */
function resetMs({ headers }: ProviderAnswer, now: Date): number | undefined {
  const value = headers['x-ratelimit-reset'] ?? '';
  if (!/^\d+$/.test(value)) return undefined;
  const seconds = Number(value);
  return boundedWaitMs(seconds < firstTimestamp ? seconds * 1000 : seconds * 1000 - now.getTime());
}

export const classifyCriteo: Classify = (answer, _at, clock) => {
  if (answer.status === 429) {
    const waitMs = retryAfterMs(answer) ?? resetMs(answer, clock.now());
    return new ProviderFailure('rate_limited', {
      code: '429',
      ...(waitMs !== undefined && { retryAfterMs: waitMs }),
    });
  }
  const code = textAt(answer.body, 'errors', 0, 'code');
  // An expired token has another code; this one cannot be renewed.
  if (code === 'authorization-token-invalid') return failureWith('refused', answer, { code });
  return undefined;
};

export const baseUrlOf = (app: AppValues): string => `${api}/${app.apiVersion ?? '2026-07'}`;

export function connectCriteo(environment: ConnectorEnvironment): Connector {
  const { app, call } = environment;

  const authorize = ({ credentials }: Connection) => ({
    headers: { authorization: bearerAuthorization(secretOf(credentials, 'accessToken')) },
  });

  const advertisersOf = async (connection: Connection, signal: AbortSignal) => {
    const url = `${baseUrlOf(app)}/advertisers/me`;
    return listIn(await call({ at: 'api', url, ...authorize(connection), signal }), 'data');
  };

  return {
    // No scope: the permissions belong to the app of the customer.
    ...clientCredentials(environment, { tokenUrl: `${api}/oauth2/token`, clientAuth: 'body' }),
    authorize,
    async *listAccounts(connection, signal) {
      for (const advertiser of await advertisersOf(connection, signal)) {
        const id = textAt(advertiser, 'id');
        if (id === undefined) continue;
        yield {
          id,
          name: textAt(advertiser, 'attributes', 'advertiserName') ?? null,
          type: 'advertiser',
          currency: null,
          timeZone: null,
          status: null,
          parentId: null,
          settings: { advertiserId: id },
        };
      }
    },
    async verify(connection, signal) {
      const wanted = optionalTextOf(connection.settings, 'advertiserId');
      // An empty list: nobody has consented to the app yet.
      const found = await accountAmong(
        await advertisersOf(connection, signal),
        (advertiser) => wanted === undefined || textAt(advertiser, 'id') === wanted,
      );
      return { name: textAt(found, 'attributes', 'advertiserName') ?? textAt(found, 'id') ?? null };
    },
  };
}
