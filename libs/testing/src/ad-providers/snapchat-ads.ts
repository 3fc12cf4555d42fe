import { bearerOf, expected, unknownPath } from './expected.ts';
import { createGrants, type GrantMemory, type Grants } from './grants.ts';
import { type SimulatedAnswer, type SimulatedRequest, type Simulator, way } from './simulator.ts';
import { snapchatFaults, snapError } from './snapchat-ads-faults.ts';

const consentPage = 'https://accounts.snapchat.com/login/oauth2/authorize';
const tokenUrl = 'https://accounts.snapchat.com/login/oauth2/access_token';
const api = 'https://adsapi.snapchat.com/v1';
const client = { clientId: 'snap-client', clientSecret: 'snap-client-secret' };
const scope = 'snapchat-marketing-api';

const id = (part: string): string => `${part.repeat(8)}-0000-4000-8000-000000000000`;

interface Organization {
  readonly id: string;
  readonly name: string;
  readonly accounts: readonly { readonly id: string; readonly name: string }[];
}

const organizations: readonly Organization[] = [
  { id: id('a'), name: 'Nordlicht Holding', accounts: [] },
  {
    id: id('b'),
    name: 'Nordlicht Brands',
    accounts: [
      { id: id('c'), name: 'Nordlicht Shoes' },
      { id: id('d'), name: 'Nordlicht Hats' },
    ],
  },
];

/** A list with one element on each page. */
function listed(
  request: SimulatedRequest,
  plural: string,
  singular: string,
  items: readonly object[],
  firstPage: Readonly<Record<string, string>> = {},
): SimulatedAnswer {
  const { url, query } = request;
  const cursor = query.get('cursor');
  const authorization = request.headers['authorization'] ?? '';
  expected(request, {
    method: 'GET',
    headers: { authorization },
    query: cursor === null ? firstPage : { cursor: (value) => /^[1-9]$/.test(value) },
  });
  const index = Number(cursor);
  // The link has another host than the request.
  const path = url.slice('https://adsapi.snapchat.com'.length);
  const next = `https://adsapisc.appspot.com${path}?cursor=${index + 1}`;
  const paging = index + 1 < items.length ? { next_link: next } : {};
  return {
    json: {
      request_status: 'SUCCESS',
      request_id: 'simulated',
      paging,
      [plural]: items
        .slice(index, index + 1)
        .map((item) => ({ sub_request_status: 'SUCCESS', [singular]: item })),
    },
  };
}

function tokenAnswer(request: SimulatedRequest, grants: Grants): SimulatedAnswer {
  const form = new URLSearchParams(request.body);
  const common = { client_id: client.clientId, client_secret: client.clientSecret };
  const invalidGrant = { status: 400, json: { error: 'invalid_grant' } };
  const issued = (refresh_token: string) => ({
    json: {
      access_token: grants.newAccessToken(),
      refresh_token,
      token_type: 'Bearer',
      expires_in: 3600,
      scope,
    },
  });
  if (form.get('grant_type') === 'refresh_token') {
    const refreshToken = form.get('refresh_token') ?? '';
    expected(request, {
      method: 'POST',
      form: { ...common, grant_type: 'refresh_token', refresh_token: (token) => token !== '' },
    });
    // A renewal replaces the refresh token and ends the old one.
    return grants.isRefreshToken(refreshToken) ? issued(grants.rotate(refreshToken)) : invalidGrant;
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
  return grants.takeCode(form.get('code') ?? '', form.get('redirect_uri'), null)
    ? issued(grants.newRefreshToken())
    : invalidGrant;
}

const adAccountIds = organizations.flatMap(({ accounts }) => accounts.map((account) => account.id));

/** What the relay sends: requests of an ad account. */
function adAccountAnswer(request: SimulatedRequest, adAccountId: string, path: string): SimulatedAnswer {
  if (!adAccountIds.includes(adAccountId)) return snapError(403);
  const succeeded = { request_status: 'SUCCESS', request_id: 'simulated', paging: {} };
  const item = { sub_request_status: 'SUCCESS' };
  switch (`${request.method} ${path}`) {
    case 'GET campaigns': {
      const campaign = {
        id: id('f'),
        name: `Winter ${adAccountId}`,
        status: 'ACTIVE',
        ad_account_id: adAccountId,
      };
      return { json: { ...succeeded, campaigns: [{ ...item, campaign }] } };
    }
    case 'GET stats': {
      if (!request.query.has('granularity')) return snapError(400);
      const granularity = request.query.get('granularity');
      const timeseries = [{ stats: { impressions: 7, spend: 1_000_000 } }];
      const campaign = [{ id: id('f'), type: 'CAMPAIGN', granularity, timeseries }];
      const timeseries_stat = {
        id: adAccountId,
        type: 'AD_ACCOUNT',
        granularity,
        ...(request.query.get('breakdown') === 'campaign'
          ? { breakdown_stats: { campaign } }
          : { timeseries }),
      };
      return { json: { ...succeeded, timeseries_stats: [{ ...item, timeseries_stat }] } };
    }
    default:
      return unknownPath(request);
  }
}

function apiAnswer(request: SimulatedRequest): SimulatedAnswer {
  const [, adAccountId, path] = /\/v1\/adaccounts\/([^/]+)\/(.+)$/.exec(request.url) ?? [];
  if (adAccountId !== undefined && path !== undefined) return adAccountAnswer(request, adAccountId, path);
  if (request.url === `${api}/me`) {
    expected(request, {
      method: 'GET',
      headers: { authorization: request.headers['authorization'] ?? '' },
    });
    const me = { id: id('e'), display_name: 'Nora Licht', email: 'nora@nordlicht.example' };
    return { json: { request_status: 'SUCCESS', request_id: 'simulated', me } };
  }
  if (request.url === `${api}/me/organizations`)
    return listed(
      request,
      'organizations',
      'organization',
      organizations.map(({ accounts: _accounts, ...organization }) => organization),
    );
  const organization = organizations.find(
    (each) => request.url === `${api}/organizations/${each.id}/adaccounts`,
  );
  return organization === undefined
    ? unknownPath(request)
    : listed(
        request,
        'adaccounts',
        'adaccount',
        organization.accounts.map((account) => ({
          ...account,
          currency: 'EUR',
          timezone: 'Europe/Oslo',
          status: 'ACTIVE',
          organization_id: organization.id,
        })),
        { limit: '1000' },
      );
}

export function snapchatAds(memory?: GrantMemory): Simulator {
  const grants = createGrants('snap', memory);
  return {
    provider: 'snapchat_ads',
    addresses: ['https://accounts.snapchat.com', 'https://adsapi.snapchat.com'],
    installation: client,
    ways: [
      way('the first ad account, in the second organization', 'Nordlicht Shoes'),
      way('an organization', 'Nordlicht Brands', { organizationId: id('b') }),
      way('an ad account', 'Nordlicht Hats', { adAccountId: id('d') }),
      way('an ad account of an organization', 'Nordlicht Hats', {
        organizationId: id('b'),
        adAccountId: id('d'),
      }),
    ],
    faults: snapchatFaults(tokenUrl, api),
    renews: true,
    revokes: false,
    answer(request) {
      const { url } = request;
      if (url === consentPage)
        return grants.consent(request, {
          pkce: false,
          query: { response_type: 'code', client_id: client.clientId, scope },
        });
      if (url === tokenUrl) return tokenAnswer(request, grants);
      if (!url.startsWith(api)) return unknownPath(request);
      if (!grants.isLive(bearerOf(request))) return snapError(401);
      return apiAnswer(request);
    },
    expireAccessTokens: () => grants.expireAccessTokens(),
    secrets: () => [client.clientSecret, ...grants.secrets()],
  };
}
