import { boundedWaitMs, retryAfterMs } from '@patchbay/outgoing/answer';
import { accountAmong, listIn } from '../../connector/account-list.ts';
import { bearerAuthorization, type Classify, type ProviderAnswer } from '../../connector/call.ts';
import { failureWith } from '../../connector/classify.ts';
import type { Connector, ConnectorEnvironment } from '../../connector/connector.ts';
import { optionalTextOf, secretOf } from '../../connector/credentials.ts';
import { ProviderFailure } from '../../connector/failure.ts';
import { textAt } from '../../connector/json-path.ts';
import { clientCredentials } from '../../connector/token-login.ts';

const api = 'https://api.criteo.com';

/** Smaller values are seconds from now, others seconds since 1970: the documentation does not say which one is sent. */
const firstTimestamp = 1_000_000_000;

/** Milliseconds until the limit is lifted, by `x-ratelimit-reset`. */
function resetMs({ headers }: ProviderAnswer): number | undefined {
  const value = headers['x-ratelimit-reset'] ?? '';
  if (!/^\d+$/.test(value)) return undefined;
  const seconds = Number(value);
  return boundedWaitMs(seconds < firstTimestamp ? seconds * 1000 : seconds * 1000 - Date.now());
}

export const classifyCriteo: Classify = (answer) => {
  if (answer.status === 429) {
    const waitMs = retryAfterMs(answer) ?? resetMs(answer);
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

export function connectCriteo(environment: ConnectorEnvironment): Connector {
  const { app, call } = environment;
  const version = app.apiVersion ?? '2026-07';
  return {
    // No scope: the permissions belong to the app of the customer.
    ...clientCredentials(environment, { tokenUrl: `${api}/oauth2/token`, clientAuth: 'body' }),
    async verify({ settings, credentials }, signal) {
      const answer = await call({
        at: 'api',
        url: `${api}/${version}/advertisers/me`,
        headers: { authorization: bearerAuthorization(secretOf(credentials, 'accessToken')) },
        signal,
      });
      const wanted = optionalTextOf(settings, 'advertiserId');
      // An empty list: nobody has consented to the app yet.
      const found = await accountAmong(
        listIn(answer, 'data'),
        (advertiser) => wanted === undefined || textAt(advertiser, 'id') === wanted,
      );
      return { name: textAt(found, 'attributes', 'advertiserName') ?? textAt(found, 'id') ?? null };
    },
  };
}
