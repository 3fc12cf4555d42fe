import type { Json } from '@patchbay/outgoing/json';
import { accountOfSetting } from '../../connector/account-list.ts';
import { type Classify, failureWith } from '../../connector/classify.ts';
import type { Connector, ConnectorEnvironment } from '../../connector/connector.ts';
import { type Credentials, textOf } from '../../connector/credentials.ts';
import { ProviderFailure } from '../../connector/failure.ts';
import { at, textAt } from '../../connector/json-path.ts';
import { type LoginToken, loggedIn, tokenLogin } from '../../connector/token-login.ts';
import { byAccessToken, tokenAt } from '../../connector/tokens.ts';

export const app = 'https://app.indexexchange.com/api';

/** Seconds that an access token lives if the answer does not say so. */
const usualSeconds = 5400;

export const classifyIndexExchange: Classify = (answer, endpoint) =>
  // Login and refresh send only values of the client, so that 400 means a refusal, too.
  endpoint === 'token' && answer.status === 400 ? failureWith('refused', answer) : undefined;

/** The object with the tokens: nested in the answer of a login, nested or not in that of a refresh. */
const partWithTokens = (answer: Json | undefined): Json | undefined =>
  [at(answer, 'loginResponse', 'authResponse'), at(answer, 'authResponse'), answer].find(
    (part) => textAt(part, 'access_token') !== undefined,
  );

function tokensIn(tokens: Json | undefined): LoginToken {
  const accessToken = tokenAt(tokens, 'access_token');
  const refreshToken = textAt(tokens, 'refresh_token');
  const seconds = Number(textAt(tokens, 'expires_in'));
  return {
    accessToken,
    ...(refreshToken !== undefined && { refreshToken }),
    expiresIn: seconds > 0 ? seconds : usualSeconds,
  };
}

export function connectIndexExchange(environment: ConnectorEnvironment): Connector {
  const { call, clock } = environment;
  const version = environment.app.apiVersion ?? 'v1';

  const withPassword = tokenLogin(environment, async (fields, _settings, signal) => {
    const { body } = await call({
      at: 'token',
      url: `${app}/authentication/${version}/login`,
      json: { username: textOf(fields, 'username'), password: textOf(fields, 'password') },
      signal,
    });
    return tokensIn(partWithTokens(body));
  });

  /** Undefined if the refresh token is refused, or the answer has an unknown shape. */
  const refresh = async ({ secrets }: Credentials, signal: AbortSignal): Promise<LoginToken | undefined> => {
    const { refreshToken } = secrets;
    if (refreshToken === undefined) return undefined;
    const url = `${app}/authentication/${version}/refresh`;
    try {
      const { body } = await call({ at: 'token', url, json: { refreshToken }, signal });
      const tokens = partWithTokens(body);
      return tokens === undefined ? undefined : tokensIn(tokens);
    } catch (error) {
      if (error instanceof ProviderFailure && error.kind !== 'transient') return undefined;
      throw error;
    }
  };

  return {
    login: withPassword.login,
    async renew(connection, signal) {
      const { credentials } = connection;
      const tokens = await refresh(credentials, signal);
      return tokens === undefined
        ? withPassword.renew(connection, signal)
        : loggedIn(credentials.secrets, tokens, clock.now());
    },
    authorize: byAccessToken,
    // No request lists accounts.
    async *listAccounts({ settings }) {
      yield accountOfSetting(settings, 'accountId', 'account');
    },
    async verify(connection, signal) {
      const accountId = textOf(connection.settings, 'accountId');
      // The list of saved reports: no request returns the name of the account, and creating a report would count against a quota.
      await call({
        at: 'api',
        url: `${app}/reporting/agg/${version}/report-specs/info`,
        query: { accountIDs: accountId },
        ...byAccessToken(connection),
        signal,
      });
      return { name: accountId };
    },
  };
}
