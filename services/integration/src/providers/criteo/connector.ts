import { bearerAuthorization } from '../../connector/basic-authorization.ts';
import type { Classify } from '../../connector/call.ts';
import { failureWith } from '../../connector/classify.ts';
import { clientCredentials } from '../../connector/client-credentials.ts';
import type { Connector, ConnectorEnvironment } from '../../connector/connector.ts';
import { optionalTextOf, secretOf } from '../../connector/credentials.ts';
import { ProviderFailure } from '../../connector/failure.ts';
import { listAt, textAt } from '../../connector/json-path.ts';

const api = 'https://api.criteo.com';

export const classifyCriteo: Classify = (answer) => {
  if (answer.status === 410)
    return failureWith('client_refused', answer, { code: 'the API version is gone' });
  const code = textAt(answer.body, 'errors', 0, 'code');
  // A token that has merely expired has a code of its own; this one is worth no further attempt.
  if (code === 'authorization-token-invalid') return failureWith('refused', answer, { code });
  return undefined;
};

export function connectCriteo(environment: ConnectorEnvironment): Connector {
  const { app, call } = environment;
  const version = app.apiVersion ?? '2026-07';
  return {
    // No scope: rights belong to the customer's app.
    ...clientCredentials(environment, { tokenUrl: `${api}/oauth2/token`, clientAuth: 'body' }),
    async verify({ settings, credentials }, signal) {
      const { body } = await call({
        at: 'api',
        url: `${api}/${version}/advertisers/me`,
        headers: { authorization: bearerAuthorization(secretOf(credentials, 'accessToken')) },
        signal,
      });
      const advertisers = listAt(body, 'data');
      // Nobody has consented to the app yet.
      if (advertisers.length === 0) throw new ProviderFailure('no_accounts');
      const wanted = optionalTextOf(settings, 'advertiserId');
      const found =
        wanted === undefined
          ? advertisers[0]
          : advertisers.find((advertiser) => textAt(advertiser, 'id') === wanted);
      if (found === undefined) throw new ProviderFailure('account_not_found');
      return { name: textAt(found, 'attributes', 'advertiserName') ?? textAt(found, 'id') ?? null };
    },
  };
}
