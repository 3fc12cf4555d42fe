import type { Json } from '@patchbay/outgoing/json';
import { accountOfSetting, itemsOn, optionalListIn } from '../../connector/account-list.ts';
import { type Classify, failureWith } from '../../connector/classify.ts';
import type { Connection, Connector, ConnectorEnvironment } from '../../connector/connector.ts';
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
import { byAccessToken, tokenAt } from '../../connector/tokens.ts';

const tokenExpired = 'access_token_expired';

/** Whether an object anywhere in the body has this `errorCode`. */
function hasErrorCode(body: Json | undefined, code: string): boolean {
  if (typeof body !== 'object' || body === null) return false;
  return Object.entries(body).some(
    ([name, value]: [string, Json]) => (name === 'errorCode' && value === code) || hasErrorCode(value, code),
  );
}

export const classifyPubmatic: Classify = (answer, at) => {
  // A SOAP fault is the answer for an unknown path.
  if (answer.status === 500 && /invalid api/i.test(answer.text))
    return failureWith('client_refused', answer, { code: 'invalid api' });
  if (answer.status < 500 && hasErrorCode(answer.body, tokenExpired))
    return failureWith('unauthorized', answer, { code: tokenExpired });
  // Login and refresh send only constants and values of the client.
  if (at === 'token' && answer.status === 400) return failureWith('refused', answer);
  return undefined;
};

const apiProduct = 'PUBLISHER';

const accountTypeOf = (settings: Values): string => optionalTextOf(settings, 'accountType') ?? 'PUBLISHER';

const pageSize = 200;

/** Whether the list of publishers is closed to a login that may still read its own publisher. */
const isClosed = (error: unknown): boolean =>
  error instanceof ProviderFailure && ['no_access', 'client_refused'].includes(error.reason);

/** Access tokens live for 60 days. The answers do not say so. */
const tokenSeconds = 60 * 86_400;

const newPairHint = 'Create a new pair of tokens there and enter it.';

/** The token pair of an answer. Both tokens are new, and the refresh token that was sent no longer works. */
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
 * The token pair that the client entered. Its age is unknown, so the background renews it at once to learn its end. The login
 * does not renew it: if the verification that follows fails, the new pair would be lost and the entered one would no longer work.
 */
const enteredPair = (secrets: Credentials['secrets'], now: Date): Credentials => ({
  secrets,
  expiresAt: null,
  renewAt: now,
  endsAt: null,
});

export function connectPubmatic({ app, call, clock }: ConnectorEnvironment): Connector {
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
        // With these two values PubMatic does not send an e-mail about the login.
        accountId: textOf(settings, 'publisherId'),
        accountType: accountTypeOf(settings),
      },
      signal,
    });
    return pairIn(body, secrets, clock.now());
  };

  const refresh = async (credentials: Credentials, signal: AbortSignal): Promise<Credentials> => {
    const { body } = await call({
      at: 'token',
      method: 'PUT',
      url: `${developer}/refreshToken`,
      ...byAccessToken({ credentials }),
      json: {
        email: secretOf(credentials, 'userName'),
        apiProduct,
        refreshToken: secretOf(credentials, 'refreshToken'),
      },
      signal,
    });
    return pairIn(body, credentials.secrets, clock.now());
  };

  const publishersOf = (connection: Connection, signal: AbortSignal) =>
    itemsOn<number>(async (page = 1) => {
      const answer = await call({
        at: 'api',
        url: `${api}/common/publisher`,
        query: { pageNumber: String(page), pageSize: String(pageSize) },
        ...byAccessToken(connection),
        signal,
      });
      const items = optionalListIn(answer, 'items');
      return { items, next: items.length < pageSize ? undefined : page + 1 };
    });

  return {
    login(fields, settings, signal) {
      const password = optionalTextOf(fields, 'password');
      const secrets = secretsOf(fields);
      return password === undefined
        ? Promise.resolve(enteredPair(secrets, clock.now()))
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
    authorize: byAccessToken,
    async *listAccounts(connection, signal) {
      const { settings } = connection;
      const ofSetting = accountOfSetting(settings, 'publisherId', accountTypeOf(settings));
      let isEmpty = true;
      try {
        for await (const publisher of publishersOf(connection, signal)) {
          const id = textAt(publisher, 'id');
          if (id === undefined) continue;
          isEmpty = false;
          const name = textAt(publisher, 'name') ?? null;
          yield { ...ofSetting, id, name, type: apiProduct, settings: { publisherId: id } };
        }
      } catch (error) {
        if (!isClosed(error)) throw error;
      }
      if (isEmpty) yield ofSetting;
    },
    async verify(connection, signal) {
      const publisherId = textOf(connection.settings, 'publisherId');
      const yesterday = new Date(clock.now().getTime() - 86_400_000).toISOString().slice(0, 10);
      // No request returns the owner of a login. A report of one row shows that it may read the publisher.
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
        ...byAccessToken(connection),
        signal,
      });
      return { name: publisherId };
    },
  };
}
