import { faultsAt, maintenance, noAccess, noAccounts, tokenRefusals, unauthorized } from './common-faults.ts';
import { bearerOf, expected, sentObject, unknownPath } from './expected.ts';
import { createGrants, type GrantMemory } from './grants.ts';
import { type SimulatedAnswer, type SimulatedRequest, type Simulator, way } from './simulator.ts';

const consentPage = 'https://www.linkedin.com/oauth/v2/authorization';
const tokenUrl = 'https://www.linkedin.com/oauth/v2/accessToken';
const api = 'https://api.linkedin.com/rest';
const usersUrl = `${api}/adAccountUsers`;
const client = { clientId: 'linkedin-client', clientSecret: 'linkedin-app-secret' };
const accountsUrl = `${api}/adAccounts`;
const scopes = { read: 'r_ads r_ads_reporting', manage: 'rw_ads r_ads_reporting' };
const versions = ['202608', '202609'];
const year = 365 * 86_400;

const linkedinError = (status: number, serviceErrorCode: number, code?: string): SimulatedAnswer => ({
  status,
  json: { message: 'Simulated.', serviceErrorCode, status, ...(code !== undefined && { code }) },
});

const accounts: Readonly<Record<string, object>> = {
  '500100001': {
    id: 500_100_001,
    name: 'Nordlicht Business',
    currency: 'EUR',
    status: 'ACTIVE',
    type: 'BUSINESS',
    reference: 'urn:li:organization:600100001',
  },
  '500100002': {
    id: 500_100_002,
    name: 'Nordlicht Careers',
    currency: 'EUR',
    status: 'ACTIVE',
    type: 'BUSINESS',
    reference: 'urn:li:organization:600100001',
  },
};

const campaigns: Readonly<Record<string, object>> = {
  '500100001': { id: 700_100_001, name: 'Winter', status: 'ACTIVE' },
  '500100002': { id: 700_100_002, name: 'Careers', status: 'PAUSED' },
};

/** One account on each page. */
const pageOf = (token: string | null): SimulatedAnswer => {
  const [first, second] = Object.values(accounts);
  return {
    json:
      token === null ? { elements: [first], metadata: { nextPageToken: 'DgGerr' } } : { elements: [second] },
  };
};

/** A GET whose query is longer than 4 KB comes as a POST with the query in its body. */
function untunnelled(request: SimulatedRequest): SimulatedRequest {
  const { 'x-http-method-override': method, ...headers } = request.headers;
  if (method === undefined) return request;
  expected(request, {
    method: 'POST',
    headers: request.headers,
    form: Object.fromEntries(new URLSearchParams(request.body)),
  });
  return { ...request, method, headers, query: new URLSearchParams(request.body), body: '' };
}

const isAny = () => true;

const users = Object.keys(accounts).map((id) => ({
  account: `urn:li:sponsoredAccount:${id}`,
  user: 'urn:li:person:simulated',
  role: 'CAMPAIGN_MANAGER',
}));

/** An app with refresh tokens. They are not replaced and end one year after the consent, however often they are used. */
export function linkedinAds(memory?: GrantMemory): Simulator {
  const grants = createGrants('linkedin', memory);
  let scope = scopes.read;

  const tokenAnswer = (request: SimulatedRequest): SimulatedAnswer => {
    const form = new URLSearchParams(request.body);
    const common = { client_id: client.clientId, client_secret: client.clientSecret };
    const issued = { expires_in: 5_184_000, refresh_token_expires_in: year, scope };
    if (form.get('grant_type') === 'refresh_token') {
      const refreshToken = form.get('refresh_token') ?? '';
      expected(request, {
        method: 'POST',
        form: { ...common, grant_type: 'refresh_token', refresh_token: (token) => token !== '' },
      });
      if (!grants.isRefreshToken(refreshToken)) return { status: 400, json: { error: 'invalid_grant' } };
      return { json: { ...issued, access_token: grants.newAccessToken(), refresh_token: refreshToken } };
    }
    expected(request, {
      method: 'POST',
      form: {
        ...common,
        grant_type: 'authorization_code',
        code: (code) => code !== '',
        redirect_uri: (uri) => uri !== '',
      },
    });
    if (!grants.takeCode(form.get('code') ?? '', form.get('redirect_uri'), null))
      return { status: 400, json: { error: 'invalid_grant' } };
    return {
      json: { ...issued, access_token: grants.newAccessToken(), refresh_token: grants.newRefreshToken() },
    };
  };

  const apiAnswer = (received: SimulatedRequest): SimulatedAnswer => {
    const request = untunnelled(received);
    const authorization = request.headers['authorization'] ?? '';
    if (!grants.isLive(bearerOf(request))) return linkedinError(401, 65_601, 'REVOKED_ACCESS_TOKEN');
    const version = request.headers['linkedin-version'] ?? '';
    if (!versions.includes(version)) return linkedinError(426, 0, 'NONEXISTENT_VERSION');
    const headers = { authorization, 'linkedin-version': version, 'x-restli-protocol-version': '2.0.0' };
    if (request.url === usersUrl) {
      expected(request, { method: 'GET', headers, query: { q: 'authenticatedUser' } });
      return { json: { elements: users, paging: { start: 0, count: 10, links: [] } } };
    }
    if (request.url === accountsUrl) {
      const token = request.query.get('pageToken');
      expected(request, {
        method: 'GET',
        headers,
        query: { q: 'search', pageSize: '1000', ...(token !== null && { pageToken: 'DgGerr' }) },
      });
      return pageOf(token);
    }
    const sent = Object.fromEntries([...request.query.keys()].map((name) => [name, isAny]));
    if (request.url === `${api}/adAnalytics`) {
      expected(request, { method: 'GET', headers, query: { ...sent, q: 'analytics', accounts: isAny } });
      const id =
        /^List\(urn:li:sponsoredAccount:(\d+)\)$/.exec(request.query.get('accounts') ?? '')?.[1] ?? '';
      if (accounts[id] === undefined) return linkedinError(403, 100, 'NO_PERMISSION_ON_ENTITY');
      return { json: { elements: [{ impressions: 120, costInLocalCurrency: '12.50' }], paging: {} } };
    }
    const [, id = '', below] = /\/adAccounts\/(\d+)(\/adCampaigns)?$/.exec(request.url) ?? [];
    if (id === '') return unknownPath(request);
    if (below === undefined) {
      expected(request, { method: 'GET', headers });
      return accounts[id] === undefined ? linkedinError(404, 100) : { json: accounts[id] };
    }
    if (accounts[id] === undefined) return linkedinError(403, 100, 'NO_PERMISSION_ON_ENTITY');
    if (request.method === 'POST') {
      const campaign = sentObject(request);
      expected(request, { method: 'POST', headers, json: campaign });
      return { status: 201, headers: { 'x-restli-id': '700100009' } };
    }
    expected(request, { method: 'GET', headers, query: { ...sent, q: 'search' } });
    return { json: { elements: [campaigns[id]], metadata: {} } };
  };

  return {
    provider: 'linkedin_ads',
    addresses: ['https://www.linkedin.com', 'https://api.linkedin.com'],
    installation: client,
    ways: [
      way('the first ad account', 'Nordlicht Business'),
      way('an ad account', 'Nordlicht Careers', { adAccountId: '500100002' }),
    ],
    faults: [
      ...tokenRefusals(tokenUrl),
      ...maintenance(usersUrl, 'verify'),
      ...faultsAt(
        'verify',
        usersUrl,
        ['no rights to the account', noAccess, linkedinError(403, 100, 'NO_PERMISSION_ON_ENTITY')],
        ['the token is withdrawn', unauthorized, linkedinError(401, 65_601, 'REVOKED_ACCESS_TOKEN')],
        ['no ad account', noAccounts, { json: { elements: [] } }],
        ['the version is gone', 'ours', linkedinError(426, 0, 'NONEXISTENT_VERSION')],
        ['the API is not open to our app', 'ours', linkedinError(404, 0)],
        ['the token could not be checked', 'transient', linkedinError(500, 65_604)],
      ),
      ...faultsAt('verify', `${api}/adAccounts/500100001`, [
        'the name of an account cannot be asked for',
        'transient',
        linkedinError(503, 0),
      ]),
    ],
    renews: true,
    revokes: false,
    answer(request) {
      if (request.url === consentPage) {
        scope = request.query.get('scope') === scopes.manage ? scopes.manage : scopes.read;
        return grants.consent(request, {
          pkce: false,
          query: { response_type: 'code', client_id: client.clientId, scope },
        });
      }
      return request.url === tokenUrl ? tokenAnswer(request) : apiAnswer(request);
    },
    expireAccessTokens: () => grants.expireAccessTokens(),
    secrets: () => [client.clientSecret, ...grants.secrets()],
  };
}
