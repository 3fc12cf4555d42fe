import { faultsAt, maintenance, noAccess, refused, unauthorized } from './common-faults.ts';
import { bearerOf, expected, sentObject, unknownPath } from './expected.ts';
import { createGrants, type GrantMemory, type Grants } from './grants.ts';
import { type Fault, type SimulatedAnswer, type SimulatedRequest, type Simulator, way } from './simulator.ts';

const api = 'https://api.pubmatic.com';
const loginUrl = `${api}/v1/developer-integrations/developer/token`;
const refreshUrl = `${api}/v1/developer-integrations/developer/refreshToken`;
const publisherId = '156209';
const publishers = [
  { id: 156209, name: 'Nordlicht Publishing' },
  { id: 156210, name: 'Nordlicht Video' },
];
const reportsUrl = `${api}/v1/analytics/data/publisher/`;
const reportUrl = `${reportsUrl}${publisherId}`;
const publishersUrl = `${api}/v1/common/publisher`;
const dealsUrl = `${api}/v3/pmp/deals`;
const userName = 'api@nordlicht.example';
const password = 'pubmatic-password';

/** A token pair that the client created in the console. It lives until it is refreshed, whatever `expireAccessTokens` does. */
const typed = { accessToken: 'pubmatic-typed-access', refreshToken: 'pubmatic-typed-refresh' };

const authFailed: SimulatedAnswer = { status: 401, json: { errorCode: 'AUTH_FAILED' } };
const tokenExpired = { errorCode: 'access_token_expired', errorMessage: 'Simulated' };
const soapFault = `<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"><soapenv:Body><soapenv:Fault>
<faultcode>soapenv:Server</faultcode><faultstring>Invalid API</faultstring></soapenv:Fault></soapenv:Body></soapenv:Envelope>`;

const moved = ['the path is not known any more', 'ours', { status: 500, text: soapFault }] as const;

const faults: readonly Fault[] = [
  ...faultsAt(
    'connect',
    loginUrl,
    ['the password is wrong', refused, authFailed],
    ['the login is no good value', refused, { status: 400 }],
    moved,
  ),
  ...maintenance(loginUrl, 'connect'),
  {
    name: 'refresh token and password are both refused',
    ...refused,
    shows: 'renew',
    answer: ({ url }) => (url === refreshUrl || url === loginUrl ? authFailed : undefined),
  },
  ...faultsAt('renew', refreshUrl, moved),
  ...maintenance(refreshUrl, 'renew'),
  ...faultsAt(
    'verify',
    reportUrl,
    ['the token has ended (401)', unauthorized, { status: 401, text: '' }],
    ['the token has ended (200)', unauthorized, { json: [{ errors: [tokenExpired] }] }],
    ['the token has ended (400)', unauthorized, { status: 400, json: { error: { details: tokenExpired } } }],
    ['no rights to the publisher', noAccess, { status: 403 }],
    moved,
  ),
  ...maintenance(reportUrl, 'verify'),
];

function logIn(request: SimulatedRequest, grants: Grants): SimulatedAnswer {
  const sent = sentObject(request);
  expected(request, {
    method: 'POST',
    // Account and type suppress the e-mail that PubMatic sends at every login.
    json: {
      userName: sent['userName'],
      password: sent['password'],
      apiProduct: 'PUBLISHER',
      accountId: publisherId,
      accountType: sent['accountType'] === 'DSP' ? 'DSP' : 'PUBLISHER',
    },
  });
  if (sent['userName'] !== userName || sent['password'] !== password) return authFailed;
  return { json: pairOf(grants, grants.newRefreshToken()) };
}

const pairOf = (grants: Grants, refreshToken: string): object => ({
  userEmail: userName,
  tokenType: 'BearerToken',
  accessToken: grants.newAccessToken(),
  refreshToken,
});

const isDayBefore = (text: string, time: string): boolean =>
  // Also the day of a minute ago: midnight may pass between the request and this check.
  [0, 60_000].some(
    (ago) => `${new Date(Date.now() - 86_400_000 - ago).toISOString().slice(0, 10)}T${time}` === text,
  );

const isPublisher = (id: string): boolean => publishers.some((each) => String(each.id) === id);

/** The report that a verification asks for has one row; the query of others is free. */
function report(request: SimulatedRequest): SimulatedAnswer {
  const bearer = bearerOf(request);
  if (request.query.get('pageSize') === '1')
    expected(request, {
      method: 'GET',
      headers: { authorization: `Bearer ${bearer}` },
      query: {
        dimensions: 'date',
        metrics: 'paidImpressions',
        dateUnit: 'date',
        fromDate: (text) => isDayBefore(text, '00:00'),
        toDate: (text) => isDayBefore(text, '23:59'),
        pageSize: '1',
      },
    });
  const publisher = request.url.slice(reportsUrl.length);
  if (!isPublisher(publisher)) return { status: 403 };
  const metrics = (request.query.get('metrics') ?? '').split(',');
  const rows = [['2026-11-01', ...metrics.map(() => 7)]];
  return { json: { columns: ['date', ...metrics], rows, displayValue: { publisherId: publisher } } };
}

function deals({ query }: SimulatedRequest): SimulatedAnswer {
  const filters = query.getAll('filters');
  const owner = filters.flatMap((filter) => /^loggedInOwnerId eq (\d+)$/.exec(filter)?.[1] ?? [])[0];
  if (owner === undefined || !filters.includes('loggedInOwnerTypeId eq 1'))
    return { status: 400, json: { errorCode: 'INVALID_FILTER' } };
  if (!isPublisher(owner)) return { status: 403 };
  return { json: { metaData: { totalCount: 1 }, items: [{ id: 7, name: `Winter of ${owner}` }] } };
}

export function pubmatic(memory?: GrantMemory): Simulator {
  const grants = createGrants('pubmatic', memory);
  let typedIsGood = true;
  const isLive = (token: string): boolean =>
    grants.isLive(token) || (typedIsGood && token === typed.accessToken);

  const refresh = (request: SimulatedRequest): SimulatedAnswer => {
    const refreshToken = String(sentObject(request)['refreshToken']);
    const bearer = bearerOf(request);
    expected(request, {
      method: 'PUT',
      headers: { authorization: `Bearer ${bearer}` },
      json: { email: userName, apiProduct: 'PUBLISHER', refreshToken },
    });
    if (!isLive(bearer)) return { status: 401, text: '' };
    if (typedIsGood && refreshToken === typed.refreshToken) {
      typedIsGood = false;
      return { json: pairOf(grants, grants.newRefreshToken()) };
    }
    if (!grants.isRefreshToken(refreshToken)) return authFailed;
    return { json: pairOf(grants, grants.rotate(refreshToken)) };
  };

  const settings = { publisherId };
  return {
    provider: 'pubmatic',
    addresses: [api],
    installation: {},
    ways: [
      way('a password', publisherId, settings, { userName, password }),
      way('a pair of tokens', publisherId, settings, { userName, ...typed }),
      way(
        'an account of another type',
        publisherId,
        { publisherId, accountType: 'DSP' },
        { userName, password },
      ),
    ],
    faults,
    renews: true,
    revokes: false,
    answer(request) {
      if (request.url === loginUrl) return logIn(request, grants);
      if (request.url === refreshUrl) return refresh(request);
      if (request.method !== 'GET') return unknownPath(request);
      if (!isLive(bearerOf(request))) return { status: 401, text: '' };
      if (request.url.startsWith(reportsUrl)) return report(request);
      if (request.url === dealsUrl) return deals(request);
      if (request.url !== publishersUrl) return unknownPath(request);
      expected(request, {
        method: 'GET',
        headers: { authorization: `Bearer ${bearerOf(request)}` },
        query: { pageNumber: '1', pageSize: '200' },
      });
      return { json: { metaData: { totalCount: publishers.length }, items: publishers } };
    },
    expireAccessTokens: () => grants.expireAccessTokens(),
    secrets: () => [password, ...Object.values(typed), ...grants.secrets()],
  };
}
