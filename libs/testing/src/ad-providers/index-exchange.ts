import { faultAt, faultsAt, maintenance, noAccess, refused, unauthorized } from './common-faults.ts';
import { bearerOf, expected, sentObject, unknownPath } from './expected.ts';
import { createGrants, type GrantMemory, type Grants } from './grants.ts';
import { type SimulatedAnswer, type SimulatedRequest, type Simulator, way } from './simulator.ts';

const app = 'https://app.indexexchange.com';
const loginUrl = `${app}/api/authentication/v1/login`;
const refreshUrl = `${app}/api/authentication/v1/refresh`;
const reporting = `${app}/api/reporting/agg/v1`;
const reportsUrl = `${reporting}/report-specs/info`;
const username = 'api@nordlicht.example';
const password = 'index-password';
const accountId = '190001';
/** The accounts of the login. */
const accounts = [accountId, '190002'];

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

/** Both lists are about the accounts in `accountIDs`. */
function listOf(
  name: string,
  request: SimulatedRequest,
  itemOf: (account: string) => object,
): SimulatedAnswer {
  const wanted = (request.query.get('accountIDs') ?? accounts.join()).split(',');
  if (wanted.some((account) => !accounts.includes(account))) return { status: 403 };
  return { json: { [name]: wanted.map(itemOf) } };
}

function create(request: SimulatedRequest): SimulatedAnswer {
  const wanted = sentObject(request)['accounts'];
  if (!Array.isArray(wanted) || wanted.length === 0) return { status: 400 };
  return wanted.every((account) => accounts.includes(String(account)))
    ? { json: { reportSpecID: Number(wanted[0]) * 10 } }
    : { status: 403 };
}

function answerApi(request: SimulatedRequest): SimulatedAnswer {
  switch (`${request.method} ${request.url}`) {
    case `GET ${reportsUrl}`:
      expected(request, {
        method: 'GET',
        headers: { authorization: `Bearer ${bearerOf(request)}` },
        query: { accountIDs: (id) => /^\d+$/.test(id) },
      });
      return listOf('reportSpecs', request, (account) => ({
        reportSpecID: Number(account) * 10,
        reportTitle: 'Week',
      }));
    case `POST ${reporting}/report-specs`:
      return create(request);
    case `POST ${reporting}/report-runs`:
      return { status: 201, json: { reportID: sentObject(request)['reportID'] } };
    case `GET ${reporting}/report-files/list`:
      return listOf('files', request, (account) => ({
        downloadURL: `${reporting}/report-files/download/${account}0`,
      }));
    case `GET ${reporting}/report-files/download/${accountId}0`:
      return { headers: { 'content-type': 'text/csv' }, text: 'day,impressions\n2026-11-01,7\n' };
    default:
      return unknownPath(request);
  }
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
    ways: [way('the account of the settings', accountId, { accountId }, { username, password })],
    faults: [
      ...[400, 401, 403].map((status) =>
        faultAt('connect', loginUrl, [`the login is refused (${status})`, refused, { status }]),
      ),
      ...faultsAt(
        'connect',
        loginUrl,
        ['the login has moved', 'ours', { status: 404 }],
        ['a login without a token', 'transient', { json: { loginResponse: {} } }],
      ),
      ...maintenance(loginUrl, 'connect'),
      {
        name: 'refresh token and password are both refused',
        ...refused,
        shows: 'renew',
        answer: ({ url }) => (url === refreshUrl || url === loginUrl ? { status: 401 } : undefined),
      },
      ...maintenance(refreshUrl, 'renew'),
      ...faultsAt(
        'verify',
        reportsUrl,
        ['the token is refused', unauthorized, { status: 401 }],
        ['no rights to the account', noAccess, { status: 403 }],
      ),
      ...maintenance(reportsUrl, 'verify'),
    ],
    renews: true,
    revokes: false,
    answer(request) {
      if (request.url === loginUrl) return logIn(request, grants);
      if (request.url === refreshUrl) return refresh(request);
      return grants.isLive(bearerOf(request)) ? answerApi(request) : { status: 401 };
    },
    expireAccessTokens: () => grants.expireAccessTokens(),
    secrets: () => [password, ...grants.secrets()],
  };
}
