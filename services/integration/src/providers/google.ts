import { type AuthorizationCodeOptions, authorizationCode } from '../connector/authorization-code.ts';
import { bearerAuthorization } from '../connector/call.ts';
import { type Classify, failureWith, type ProviderAnswer } from '../connector/classify.ts';
import type { Connection, Connector, ConnectorEnvironment } from '../connector/connector.ts';
import { secretOf } from '../connector/credentials.ts';
import type { ProviderFailure } from '../connector/failure.ts';
import { listAt, textAt } from '../connector/json-path.ts';

/** The authorization that the three Google products share. Its page has a box to tick for each scope. */
export function googleAuthorization(
  environment: ConnectorEnvironment,
  { scope, neededScopes }: Required<Pick<AuthorizationCodeOptions, 'scope' | 'neededScopes'>>,
): Required<Pick<Connector, 'consent' | 'renew' | 'revoke'>> {
  return {
    ...authorizationCode(environment, {
      authorizeUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
      tokenUrl: 'https://oauth2.googleapis.com/token',
      scope,
      pkce: true,
      clientAuth: 'body',
      // Without `prompt=consent` a second consent gives no refresh token.
      authorizeParameters: {
        access_type: 'offline',
        prompt: 'consent',
        include_granted_scopes: 'false',
      },
      neededScopes,
    }),
    async revoke({ credentials }, signal) {
      const { accessToken, refreshToken = accessToken } = credentials.secrets;
      if (refreshToken === undefined) return;
      await environment.call({
        at: 'revoke',
        url: 'https://oauth2.googleapis.com/revoke',
        form: { token: refreshToken },
        signal,
      });
    },
  };
}

export const googleHeaders = ({ credentials }: Connection): Record<string, string> => ({
  authorization: bearerAuthorization(secretOf(credentials, 'accessToken')),
});

/** `error.details[].reason` (google.rpc.ErrorInfo) and `error.errors[].reason`, the older form. */
const reasonsIn = ({ body }: ProviderAnswer): ReadonlySet<string> =>
  new Set(
    [...listAt(body, 'error', 'details'), ...listAt(body, 'error', 'errors')].flatMap(
      (detail) => textAt(detail, 'reason') ?? [],
    ),
  );

const isThrottled = (reason: string): boolean => /^(user)?RateLimitExceeded$/i.test(reason);

/**
 * 403 has three meanings: our project has not enabled the API, too many requests, or no access, which the common rules handle.
 */
export const classifyGoogle: Classify = (answer, at): ProviderFailure | 'ok' | undefined => {
  // 400 at the revocation means that the token has already ended.
  if (at === 'revoke') return answer.status === 400 ? 'ok' : undefined;
  if (at !== 'api' || answer.status !== 403) return undefined;
  const reasons = reasonsIn(answer);
  if (reasons.has('SERVICE_DISABLED'))
    return failureWith('client_refused', answer, { code: 'SERVICE_DISABLED' });
  if ([...reasons].some(isThrottled))
    return failureWith('rate_limited', answer, { code: 'rateLimitExceeded' });
  return undefined;
};

/** Parameters that every Google API takes, and that carry a credential, a method, headers, a body or an upload. */
export const googleParameters = [
  '$.xgafv',
  '$ct',
  '$httpHeaders',
  '$httpMethod',
  '$req',
  'quotaUser',
  'upload_protocol',
  'uploadType',
];
