import type { Json } from '@patchbay/outgoing/json';
import { bearerAuthorization, type Classify } from '../../connector/call.ts';
import { failureWith } from '../../connector/classify.ts';
import type { Connector, ConnectorEnvironment } from '../../connector/connector.ts';
import {
  type Credentials,
  lifetimeOf,
  optionalTextOf,
  secretOf,
  textOf,
  type Values,
} from '../../connector/credentials.ts';
import { ProviderFailure } from '../../connector/failure.ts';
import { textAt } from '../../connector/json-path.ts';
import { secretsOf } from '../../connector/token-login.ts';
import { tokenAt } from '../../connector/tokens.ts';

const tokenExpired = 'access_token_expired';

/** Whether an object anywhere in the body has this `errorCode`. */
function hasErrorCode(body: Json | undefined, code: string): boolean {
  if (typeof body !== 'object' || body === null) return false;
  return Object.entries(body).some(
    ([name, value]: [string, Json]) => (name === 'errorCode' && value === code) || hasErrorCode(value, code),
  );
}

export const classifyPubmatic: Classify = (answer, at) => {
  // A SOAP fault: what PubMatic answers for a path that it does not have.
  if (answer.status === 500 && /invalid api/i.test(answer.text))
    return failureWith('client_refused', answer, { code: 'invalid api' });
  if (answer.status < 500 && hasErrorCode(answer.body, tokenExpired))
    return failureWith('unauthorized', answer, { code: tokenExpired });
  // Besides constants a login and a refresh hold only what the client entered or was given.
  if (at === 'token' && answer.status === 400) return failureWith('refused', answer);
  return undefined;
};

const apiProduct = 'PUBLISHER';

/** Access tokens live for 60 days, which no answer says. */
const tokenSeconds = 60 * 86_400;

const newPairHint = 'Make a new pair of tokens there and enter it.';

/** The pair in an answer. Both tokens are new: the refresh token that was sent is worth nothing any more. */
function pairIn(answer: Json | undefined, secrets: Credentials['secrets'], now: Date): Credentials {
  const accessToken = tokenAt(answer, 'accessToken');
  const refreshToken = textAt(answer, 'refreshToken') ?? secrets['refreshToken'];
  if (refreshToken === undefined)
    throw new ProviderFailure('unavailable', { code: 'no refresh token in the answer' });
  return {
    secrets: { ...secrets, accessToken, refreshToken },
    ...lifetimeOf(tokenSeconds, now),
    endsAt: null,
  };
}

/**
 * The pair as the client entered it. When it was made is not known, so that the background renews it at once, which makes its
 * end known. Not here: the new pair would be lost, and with it the entered one, where the verification that follows fails.
 */
const enteredPair = (secrets: Credentials['secrets'], now: Date): Credentials => ({
  secrets,
  expiresAt: null,
  renewAt: now,
  endsAt: null,
});

export function connectPubmatic({ app, call, now }: ConnectorEnvironment): Connector {
  const api = `https://api.pubmatic.com/${app.apiVersion ?? 'v1'}`;
  const developer = `${api}/developer-integrations/developer`;

  const logIn = async (
    secrets: Credentials['secrets'],
    password: string,
    settings: Values,
    signal: AbortSignal,
  ): Promise<Credentials> => {
    const { body } = await call({
      at: 'token',
      url: `${developer}/token`,
      json: {
        userName: textOf(secrets, 'userName'),
        password,
        apiProduct,
        // With these two PubMatic does not send an e-mail about the login.
        accountId: textOf(settings, 'publisherId'),
        accountType: optionalTextOf(settings, 'accountType') ?? 'PUBLISHER',
      },
      signal,
    });
    return pairIn(body, secrets, now());
  };

  const refresh = async (credentials: Credentials, signal: AbortSignal): Promise<Credentials> => {
    const { body } = await call({
      at: 'token',
      method: 'PUT',
      url: `${developer}/refreshToken`,
      headers: { authorization: bearerAuthorization(secretOf(credentials, 'accessToken')) },
      json: {
        email: secretOf(credentials, 'userName'),
        apiProduct,
        refreshToken: secretOf(credentials, 'refreshToken'),
      },
      signal,
    });
    return pairIn(body, credentials.secrets, now());
  };

  return {
    login(fields, settings, signal) {
      const password = optionalTextOf(fields, 'password');
      const secrets = secretsOf(fields);
      return password === undefined
        ? Promise.resolve(enteredPair(secrets, now()))
        : logIn(secrets, password, settings, signal);
    },
    // A login is the second choice: PubMatic disables accounts that log in too often (200 times in 20 minutes).
    async renew({ settings, credentials }, signal) {
      try {
        return await refresh(credentials, signal);
      } catch (error) {
        if (!(error instanceof ProviderFailure) || error.kind !== 'permanent') throw error;
        const { password } = credentials.secrets;
        if (password !== undefined) return logIn(credentials.secrets, password, settings, signal);
        throw new ProviderFailure('ended', {
          hint: newPairHint,
          ...(error.code !== undefined && { code: error.code }),
          cause: error,
        });
      }
    },
    async verify({ settings, credentials }, signal) {
      const publisherId = textOf(settings, 'publisherId');
      const yesterday = new Date(now().getTime() - 86_400_000).toISOString().slice(0, 10);
      // No request tells whose login it is. A report of one row shows that it may read the publisher.
      await call({
        at: 'api',
        url: `${api}/analytics/data/publisher/${publisherId}`,
        query: {
          dimensions: 'date',
          metrics: 'paidImpressions',
          dateUnit: 'date',
          fromDate: `${yesterday}T00:00`,
          toDate: `${yesterday}T23:59`,
          pageSize: '1',
        },
        headers: { authorization: bearerAuthorization(secretOf(credentials, 'accessToken')) },
        signal,
      });
      return { name: publisherId };
    },
  };
}
