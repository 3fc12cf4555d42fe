import { below, faultsAt, rateLimited } from './common-faults.ts';
import { bearerOf, expected, unknownPath } from './expected.ts';
import { createGrants, type GrantMemory, type Grants } from './grants.ts';
import type { Fault, SimulatedAnswer, SimulatedRequest, Simulator, Way } from './simulator.ts';

const consentPage = 'https://accounts.google.com/o/oauth2/v2/auth';
const tokenUrl = 'https://oauth2.googleapis.com/token';
const revokeUrl = 'https://oauth2.googleapis.com/revoke';

/** An API error in the envelope of Google. */
export const googleError = (
  status: number,
  word: string,
  details: readonly object[] = [],
): SimulatedAnswer => ({
  status,
  json: { error: { code: status, message: 'Simulated.', status: word, details } },
});

export interface GoogleProduct {
  readonly memory: GrantMemory | undefined;
  /** Further addresses, of requests that callers send. */
  readonly otherApis?: readonly string[];
  readonly provider: string;
  readonly api: string;
  /** What a consent asks for: the only scope, or one of several. */
  readonly scope: string | readonly string[];
  readonly app?: Readonly<Record<string, string>>;
  readonly ways: readonly [Way, ...Way[]];
  readonly faults: readonly Fault[];
  /** Answers an API request with a valid bearer token. */
  answer(request: SimulatedRequest, authorization: string): SimulatedAnswer;
}

const client = { clientId: 'google-client.apps', clientSecret: 'GOCSPX-google-secret' };

function tokenAnswer(request: SimulatedRequest, grants: Grants, scope: string): SimulatedAnswer {
  const form = new URLSearchParams(request.body);
  const common = { client_id: client.clientId, client_secret: client.clientSecret };
  const issued = { expires_in: 3599, token_type: 'Bearer', scope };
  if (form.get('grant_type') === 'refresh_token') {
    expected(request, {
      method: 'POST',
      form: { ...common, grant_type: 'refresh_token', refresh_token: (token) => token !== '' },
    });
    if (!grants.isRefreshToken(form.get('refresh_token') ?? ''))
      return { status: 400, json: { error: 'invalid_grant' } };
    return { json: { ...issued, access_token: grants.newAccessToken() } };
  }
  expected(request, {
    method: 'POST',
    form: {
      ...common,
      grant_type: 'authorization_code',
      code: (code) => code !== '',
      redirect_uri: (uri) => uri !== '',
      code_verifier: (verifier) => /^[\w.~-]{43,128}$/.test(verifier),
    },
  });
  if (!grants.takeCode(form.get('code') ?? '', form.get('redirect_uri'), form.get('code_verifier')))
    return { status: 400, json: { error: 'invalid_grant' } };
  return {
    json: { ...issued, access_token: grants.newAccessToken(), refresh_token: grants.newRefreshToken() },
  };
}

/** The faults that the three Google products share. */
const commonFaults = (api: string): Fault[] => [
  ...faultsAt(
    'renew',
    tokenUrl,
    [
      'the code or the refresh token is not valid any more',
      'permanent',
      {
        status: 400,
        json: { error: 'invalid_grant', error_description: 'Token has been revoked.' },
      },
    ],
    ['the token endpoint fails', 'transient', { status: 500, text: '' }],
  ),
  ...faultsAt(
    'connect',
    tokenUrl,
    ['our client is refused', 'ours', { status: 401, json: { error: 'invalid_client' } }],
    [
      'a permission was left out',
      { kind: 'permanent', reason: 'scope_missing' },
      {
        json: { access_token: 'partial', refresh_token: 'partial', expires_in: 3599, scope: 'openid' },
      },
    ],
  ),
  ...faultsAt(
    'verify',
    below(api),
    ['no rights', 'permanent', googleError(403, 'PERMISSION_DENIED')],
    [
      'the API is off in our project',
      'ours',
      googleError(403, 'PERMISSION_DENIED', [{ reason: 'SERVICE_DISABLED' }]),
    ],
    [
      'too many requests, as 403',
      'transient',
      googleError(403, 'PERMISSION_DENIED', [{ reason: 'rateLimitExceeded' }]),
    ],
    [
      'too many requests of a user, as 403 in the older form',
      rateLimited,
      {
        status: 403,
        json: { error: { code: 403, message: 'Simulated.', errors: [{ reason: 'userRateLimitExceeded' }] } },
      },
    ],
    ['too many requests', 'transient', googleError(429, 'RESOURCE_EXHAUSTED')],
    ['unavailable', 'transient', googleError(503, 'UNAVAILABLE')],
  ),
];

/** The consent page, token and revocation endpoints of Google in front of the API of one product. */
export function createGoogleSimulator(product: GoogleProduct): Simulator {
  const { provider, api, app, ways, faults } = product;
  const scopes = [product.scope].flat();
  let scope = scopes[0] ?? '';
  const grants = createGrants(provider, product.memory);
  const apis = [api, ...(product.otherApis ?? [])];
  return {
    provider,
    addresses: ['https://accounts.google.com', 'https://oauth2.googleapis.com', ...apis],
    installation: { ...client, ...(app && { app }) },
    ways,
    faults: [...commonFaults(api), ...faults],
    renews: true,
    revokes: true,
    answer(request) {
      const { url, headers } = request;
      if (url === consentPage) {
        scope = scopes.find((each) => each === request.query.get('scope')) ?? scope;
        return grants.consent(request, {
          pkce: true,
          query: {
            response_type: 'code',
            client_id: client.clientId,
            scope,
            access_type: 'offline',
            prompt: 'consent',
            include_granted_scopes: 'false',
          },
        });
      }
      if (url === tokenUrl) return tokenAnswer(request, grants, scope);
      if (url === revokeUrl) {
        expected(request, { method: 'POST', form: { token: (token) => token !== '' } });
        const token = new URLSearchParams(request.body).get('token') ?? '';
        if (!grants.isRefreshToken(token)) return { status: 400, json: { error: 'invalid_token' } };
        grants.revoke();
        return { json: {} };
      }
      if (!apis.some((each) => url.startsWith(each))) return unknownPath(request);
      const authorization = headers['authorization'] ?? '';
      if (!grants.isLive(bearerOf(request))) return googleError(401, 'UNAUTHENTICATED');
      return product.answer(request, authorization);
    },
    expireAccessTokens: () => grants.expireAccessTokens(),
    isRevoked: () => grants.isRevoked(),
    secrets: () => [client.clientSecret, ...Object.values(app ?? {}), ...grants.secrets()],
  };
}
