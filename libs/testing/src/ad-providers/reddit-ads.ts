import {
  accountNotFound,
  faultAt,
  faultsAt,
  maintenance,
  noAccess,
  noAccounts,
  refused,
  unauthorized,
} from './common-faults.ts';
import { bearerOf, expected, sentObject, unknownPath } from './expected.ts';
import { createGrants, type GrantMemory, type Grants } from './grants.ts';
import { type Fault, type SimulatedAnswer, type SimulatedRequest, type Simulator, way } from './simulator.ts';

/** The first business has no ad account: those of the second must be read, too. */
const businesses = {
  holding: { id: '0d0f7a50-4f0e-4a52-9d3c-0b6f0a1d1111', name: 'Nordlicht Holding' },
  agency: { id: '0d0f7a50-4f0e-4a52-9d3c-0b6f0a1d2222', name: 'Nordlicht Agency' },
};

const adAccount = (id: string, name: string, currency: string) => ({
  id,
  name,
  currency,
  business_id: businesses.agency.id,
  time_zone_id: 'Europe/Oslo',
  admin_approval: 'APPROVED',
});

const pages = [
  [adAccount('a2_nord1', 'Nordlicht Community', 'EUR'), adAccount('a2_nord2', 'Nordlicht Outdoor', 'EUR')],
  [adAccount('a2_nord3', 'Nordlicht Games', 'USD')],
];

const firstPageOf = { 'page.size': '100' };

/** The parameters of the next page, as in `next_url`. */
const pageOf = (query: URLSearchParams): Record<string, string> | undefined =>
  query.has('page.token') ? { ...firstPageOf, 'page.token': 'second' } : undefined;

/** One page of the ad accounts of a business; undefined for an unknown business. */
function adAccounts(businessId: string, url: string, query: URLSearchParams): SimulatedAnswer | undefined {
  if (businessId === businesses.holding.id) return { json: { data: [], pagination: {} } };
  if (businessId !== businesses.agency.id) return undefined;
  if (query.has('page.token')) return { json: { data: pages[1], pagination: { next_url: null } } };
  return {
    json: { data: pages[0], pagination: { next_url: `${url}?page.size=100&page.token=second` } },
  };
}

const www = 'https://www.reddit.com';
const api = 'https://ads-api.reddit.com';
const consentPage = `${www}/api/v1/authorize`;
const tokenUrl = `${www}/api/v1/access_token`;
const revokeUrl = `${www}/api/v1/revoke_token`;
const meUrl = `${api}/api/v3/me`;
const businessesUrl = `${api}/api/v3/me/businesses`;
const accountsUrl = (businessId: string): string => `${api}/api/v3/businesses/${businessId}/ad_accounts`;
const agencyAccountsUrl = accountsUrl(businesses.agency.id);

const client = { clientId: 'reddit-client', clientSecret: 'reddit-client-secret' };
const basic = `Basic ${Buffer.from(`${client.clientId}:${client.clientSecret}`).toString('base64')}`;

/** Requests with a generic user agent are throttled. */
const ownAgent = (agent: string): boolean => /^web:[^:]+:[^ ]+ \(by \/u\/[\w-]+\)$/.test(agent);

const apiError = (status: number): SimulatedAnswer => ({
  status,
  json: { error: { code: status, message: 'Simulated', fields: [] } },
});

const invalidGrant = { error: 'invalid_grant' };
const unknownClient = { message: 'Unauthorized', error: 401 };

const faults: readonly Fault[] = [
  ...[200, 400].map((status) =>
    faultAt('connect', tokenUrl, [
      `the code is not valid (${status})`,
      refused,
      { status, json: invalidGrant },
    ]),
  ),
  ...[200, 400, 401].map((status) =>
    faultAt('renew', tokenUrl, [
      `the refresh token is not valid (${status})`,
      refused,
      { status, json: invalidGrant },
    ]),
  ),
  ...faultsAt(
    'connect',
    tokenUrl,
    ['our client is refused', 'ours', { status: 401, json: unknownClient }],
    ['our request is refused (200)', 'ours', { json: { error: 'unsupported_grant_type' } }],
  ),
  ...faultsAt(
    'renew',
    tokenUrl,
    ['too many requests (200)', 'transient', { json: { error: 429 } }],
    ['over capacity', 'transient', { status: 503, json: { error: 'over capacity' } }],
  ),
  ...maintenance(tokenUrl, 'renew'),
  ...faultsAt(
    'verify',
    meUrl,
    ['the token is refused', unauthorized, apiError(401)],
    ['a scope is missing', noAccess, apiError(403)],
    ['the API has moved', 'ours', apiError(404)],
  ),
  ...faultsAt('verify', businessesUrl, ['no business', noAccounts, { json: { data: [] } }]),
  ...faultsAt(
    'verify',
    agencyAccountsUrl,
    ['no ad account', noAccounts, { json: { data: [] } }],
    ['the business is unknown', accountNotFound, apiError(404)],
  ),
  ...maintenance(meUrl, 'verify'),
];

const scopes = ['adsread', 'adsread,adsedit'];

/** The consent page appends `#_` to the redirect URI. A code that includes it is invalid. */
function consent(request: SimulatedRequest, grants: Grants, scope: string): SimulatedAnswer {
  const answer = grants.consent(request, {
    pkce: false,
    query: {
      response_type: 'code',
      client_id: client.clientId,
      scope,
      duration: 'permanent',
    },
  });
  const back = new URL(answer.headers?.['location'] ?? '');
  const code = back.searchParams.get('code');
  if (code !== null) back.searchParams.set('code', `${code}#_`);
  return { ...answer, headers: { location: back.href } };
}

function token(request: SimulatedRequest, grants: Grants, scope: string): SimulatedAnswer {
  const form = new URLSearchParams(request.body);
  const headers = { authorization: basic, 'user-agent': ownAgent };
  const issued = { token_type: 'bearer', expires_in: 86_400, scope: scope.replace(',', ' ') };
  if (form.get('grant_type') === 'refresh_token') {
    expected(request, {
      method: 'POST',
      headers,
      form: { grant_type: 'refresh_token', refresh_token: (value) => value !== '' },
    });
    return grants.isRefreshToken(form.get('refresh_token') ?? '')
      ? { json: { ...issued, access_token: grants.newAccessToken() } }
      : { status: 400, json: invalidGrant };
  }
  expected(request, {
    method: 'POST',
    headers,
    form: {
      grant_type: 'authorization_code',
      code: (code) => code !== '',
      redirect_uri: (uri) => uri !== '',
    },
  });
  if (!grants.takeCode(form.get('code') ?? '', form.get('redirect_uri'), null)) return { json: invalidGrant };
  return {
    json: { ...issued, access_token: grants.newAccessToken(), refresh_token: grants.newRefreshToken() },
  };
}

/** 204 for an unknown token, too, as RFC 7009 requires. */
function revoke(request: SimulatedRequest, grants: Grants): SimulatedAnswer {
  expected(request, {
    method: 'POST',
    headers: { authorization: basic, 'user-agent': ownAgent },
    form: { token: (value) => value !== '', token_type_hint: 'refresh_token' },
  });
  if (grants.isRefreshToken(new URLSearchParams(request.body).get('token') ?? '')) grants.revoke();
  return { status: 204 };
}

/** What the relay sends: requests of an ad account. */
function adAccountAnswer(request: SimulatedRequest, id: string, path: string): SimulatedAnswer {
  if (!pages.flat().some((account) => account.id === id)) return apiError(404);
  const campaign = { id: `7${id.slice(3)}`, name: `Winter ${id}`, configured_status: 'ACTIVE' };
  switch (`${request.method} ${path}`) {
    case 'GET campaigns':
      return { json: { data: [campaign], pagination: { next_url: null } } };
    case 'POST reports': {
      const { data } = sentObject(request);
      const metrics = [{ campaign_id: campaign.id, date: '2026-11-01', impressions: 7, spend: 1_000_000 }];
      return data === undefined ? apiError(400) : { json: { data: { metrics }, pagination: {} } };
    }
    default:
      return unknownPath(request);
  }
}

function apiAnswer(request: SimulatedRequest, grants: Grants): SimulatedAnswer {
  const { url } = request;
  const bearer = bearerOf(request);
  const [, adAccountId, path] = /\/api\/v3\/ad_accounts\/([^/]+)\/(.+)$/.exec(url) ?? [];
  if (adAccountId !== undefined && path !== undefined) {
    if (!grants.isLive(bearer)) return apiError(401);
    return ownAgent(request.headers['user-agent'] ?? '')
      ? adAccountAnswer(request, adAccountId, path)
      : apiError(429);
  }
  const wanted = { authorization: `Bearer ${bearer}`, 'user-agent': ownAgent };
  const businessId = /\/api\/v3\/businesses\/([\w-]+)\/ad_accounts$/.exec(url)?.[1];
  if (url !== meUrl && url !== businessesUrl && businessId === undefined) return unknownPath(request);
  const query = businessId === undefined ? {} : (pageOf(request.query) ?? firstPageOf);
  expected(request, { method: 'GET', headers: wanted, query });
  if (!grants.isLive(bearer)) return apiError(401);
  if (url === meUrl) return { json: { data: { id: 't2_nord', reddit_username: 'nordlicht', type: 'USER' } } };
  if (url === businessesUrl) return { json: { data: Object.values(businesses), pagination: {} } };
  return adAccounts(businessId ?? '', url, request.query) ?? apiError(404);
}

export function redditAds(memory?: GrantMemory): Simulator {
  const grants = createGrants('reddit', memory);
  let scope = 'adsread';
  return {
    provider: 'reddit_ads',
    addresses: [www, api],
    installation: client,
    ways: [
      way('the first ad account', 'Nordlicht Community'),
      way('an ad account of a later page', 'Nordlicht Games', { adAccountId: 'a2_nord3' }),
      way('a business', businesses.agency.name, { businessId: businesses.agency.id }),
      way('an ad account of a business', 'Nordlicht Outdoor', {
        businessId: businesses.agency.id,
        adAccountId: 'a2_nord2',
      }),
    ],
    faults,
    renews: true,
    revokes: true,
    answer(request) {
      const { url } = request;
      if (url === consentPage) {
        scope = scopes.find((each) => each === request.query.get('scope')) ?? 'adsread';
        return consent(request, grants, scope);
      }
      if (url === tokenUrl) return token(request, grants, scope);
      if (url === revokeUrl) return revoke(request, grants);
      return url.startsWith(`${api}/`) ? apiAnswer(request, grants) : unknownPath(request);
    },
    expireAccessTokens: () => grants.expireAccessTokens(),
    isRevoked: () => grants.isRevoked(),
    secrets: () => [client.clientSecret, ...grants.secrets()],
  };
}
