import { faultAt, ordinaryFaults } from './common-faults.ts';
import { bearerOf, expected, sentObject, unknownPath } from './expected.ts';
import { createGrants, type GrantMemory, type Grants } from './grants.ts';
import type { SimulatedAnswer, SimulatedRequest, Simulator } from './simulator.ts';

const app = 'https://app.indexexchange.com';
const loginUrl = `${app}/api/authentication/v1/login`;
const refreshUrl = `${app}/api/authentication/v1/refresh`;
const reportsUrl = `${app}/api/reporting/agg/v1/report-specs/info`;
const username = 'api@nordlicht.example';
const password = 'index-password';
const accountId = '190001';

const refused = { kind: 'permanent', reason: 'refused' } as const;

function logIn(request: SimulatedRequest, grants: Grants): SimulatedAnswer {
  const sent = sentObject(request);
  expected(request, {
    method: 'POST',
    json: { username: sent['username'], password: sent['password'] },
  });
  if (sent['username'] !== username || sent['password'] !== password) return { status: 401 };
  const authResponse = {
    access_token: grants.newAccessToken(),
    refresh_token: grants.newRefreshToken(),
    expires_in: 5400,
    token_type: 'Bearer',
    id_token: 'simulated',
  };
  return { json: { loginResponse: { authResponse } } };
}

export function indexExchange(memory?: GrantMemory): Simulator {
  const grants = createGrants('index', memory);
  let refreshes = 0;

  /** Clients disagree about the shape of the answer, so both are sent in turn. */
  const refresh = (request: SimulatedRequest): SimulatedAnswer => {
    const refreshToken = String(sentObject(request)['refreshToken']);
    expected(request, { method: 'POST', json: { refreshToken } });
    if (!grants.isRefreshToken(refreshToken)) return { status: 400 };
    const tokens = { access_token: grants.newAccessToken(), expires_in: 5400 };
    refreshes += 1;
    return { json: refreshes % 2 === 1 ? { authResponse: tokens } : tokens };
  };

  return {
    provider: 'index_exchange',
    addresses: [app],
    installation: {},
    ways: [
      {
        name: 'the account of the settings',
        fields: { username, password },
        settings: { accountId },
        account: accountId,
      },
    ],
    faults: [
      ...[400, 401, 403].map((status) =>
        faultAt('connect', loginUrl, { name: `the login is refused (${status})`, ...refused }, { status }),
      ),
      faultAt('connect', loginUrl, { name: 'the login has moved', kind: 'ours' }, { status: 404 }),
      faultAt(
        'connect',
        loginUrl,
        { name: 'a login without a token', kind: 'transient' },
        { json: { loginResponse: {} } },
      ),
      ...ordinaryFaults(loginUrl, 'connect'),
      {
        name: 'refresh token and password are both refused',
        ...refused,
        shows: 'renew',
        answer: ({ url }) => (url === refreshUrl || url === loginUrl ? { status: 401 } : undefined),
      },
      ...ordinaryFaults(refreshUrl, 'renew'),
      faultAt(
        'verify',
        reportsUrl,
        { name: 'the token is refused', kind: 'permanent', reason: 'unauthorized' },
        { status: 401 },
      ),
      faultAt(
        'verify',
        reportsUrl,
        { name: 'no rights to the account', kind: 'permanent', reason: 'no_access' },
        { status: 403 },
      ),
      ...ordinaryFaults(reportsUrl, 'verify'),
    ],
    renews: true,
    revokes: false,
    answer(request) {
      if (request.url === loginUrl) return logIn(request, grants);
      if (request.url === refreshUrl) return refresh(request);
      if (request.url !== reportsUrl) return unknownPath(request);
      const bearer = bearerOf(request);
      expected(request, {
        method: 'GET',
        headers: { authorization: `Bearer ${bearer}` },
        query: { accountIDs: (id) => /^\d+$/.test(id) },
      });
      if (!grants.isLive(bearer)) return { status: 401 };
      return request.query.get('accountIDs') === accountId ? { json: { reportSpecs: [] } } : { status: 403 };
    },
    expireAccessTokens: () => grants.expireAccessTokens(),
    secrets: () => [password, ...grants.secrets()],
  };
}
