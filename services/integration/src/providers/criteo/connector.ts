import { boundedWaitMs, retryAfterMs } from '@patchbay/outgoing/answer';
import { type AccountFields, accountsIn, listIn, verifiedAmong } from '../../connector/account-list.ts';
import { type Classify, failureWith, type ProviderAnswer } from '../../connector/classify.ts';
import type { Connection, Connector, ConnectorEnvironment } from '../../connector/connector.ts';
import { type AppValues, optionalTextOf } from '../../connector/credentials.ts';
import { ProviderFailure } from '../../connector/failure.ts';
import { textAt } from '../../connector/json-path.ts';
import { clientCredentials } from '../../connector/token-login.ts';
import { byAccessToken } from '../../connector/tokens.ts';

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

const accountFields: AccountFields = {
  id: 'id',
  name: ['attributes', 'advertiserName'],
  type: () => 'advertiser',
  settings: (advertiserId) => ({ advertiserId }),
};

export function connectCriteo(environment: ConnectorEnvironment): Connector {
  const { app, call } = environment;

  const advertisersOf = async (connection: Connection, signal: AbortSignal) => {
    const url = `${baseUrlOf(app)}/advertisers/me`;
    return listIn(await call({ at: 'api', url, ...byAccessToken(connection), signal }), 'data');
  };

  return {
    // No scope: the permissions belong to the app of the customer.
    ...clientCredentials(environment, { tokenUrl: `${api}/oauth2/token`, clientAuth: 'body' }),
    authorize: byAccessToken,
    listAccounts: (connection, signal) => accountsIn(advertisersOf(connection, signal), accountFields),
    // An empty list: nobody has consented to the app yet.
    verify: (connection, signal) =>
      verifiedAmong(
        advertisersOf(connection, signal),
        optionalTextOf(connection.settings, 'advertiserId'),
        accountFields,
      ),
  };
}
