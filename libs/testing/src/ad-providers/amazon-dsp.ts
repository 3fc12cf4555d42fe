import { amazonFaults } from './amazon-dsp-faults.ts';
import { type AmazonRegion, amazonError, amazonRegions, profilesText, regionWith } from './amazon-regions.ts';
import { bearerOf, expected, sentObject, unknownPath } from './expected.ts';
import { createGrants, type GrantMemory, type Grants } from './grants.ts';
import { type SimulatedAnswer, type SimulatedRequest, type Simulator, way } from './simulator.ts';

const client = { clientId: 'amzn1.application-oa2-client.nordlicht', clientSecret: 'amzn1.oa2-cs.secret' };
const scope = 'advertising::campaign_management';

function tokenAnswer(request: SimulatedRequest, grants: Grants): SimulatedAnswer {
  const form = new URLSearchParams(request.body);
  const common = { client_id: client.clientId, client_secret: client.clientSecret };
  const invalidGrant = { status: 400, json: { error: 'invalid_grant', error_description: 'Simulated.' } };
  const issued = (refresh_token: string) => ({
    json: { access_token: grants.newAccessToken(), refresh_token, token_type: 'bearer', expires_in: 3600 },
  });
  if (form.get('grant_type') === 'refresh_token') {
    const refreshToken = form.get('refresh_token') ?? '';
    expected(request, {
      method: 'POST',
      form: { ...common, grant_type: 'refresh_token', refresh_token: (token) => token !== '' },
    });
    // A renewal returns the same refresh token.
    return grants.isRefreshToken(refreshToken) ? issued(refreshToken) : invalidGrant;
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
  return grants.takeCode(form.get('code') ?? '', form.get('redirect_uri'), form.get('code_verifier'))
    ? issued(grants.newRefreshToken())
    : invalidGrant;
}

const reportType = 'application/vnd.dspcreatereports.v3+json';

/** Requests that callers send: campaigns by the newer paths, orders by the older ones, reports. */
function relayed(request: SimulatedRequest, region: AmazonRegion): SimulatedAnswer {
  const { url, method, headers, query } = request;
  const line = `${method} ${url.slice(region.api.length)}`;
  const known = Object.values(region.advertisers).flat();
  const isKnown = (id: unknown): boolean => known.some(({ advertiserId }) => advertiserId === id);
  const isScoped = Object.hasOwn(region.advertisers, headers['amazon-advertising-api-scope'] ?? '');
  if (line === 'POST /dsp/v1/campaigns/list') {
    const account = headers['amazon-ads-accountid'];
    if (account === undefined) return amazonError(400, 'MISSING_ACCOUNT');
    if (!isScoped) return amazonError(401, 'UNAUTHORIZED');
    return isKnown(account)
      ? { json: { campaigns: [{ campaignId: `${account}7`, name: 'Winter', state: 'ENABLED' }] } }
      : amazonError(403, 'FORBIDDEN');
  }
  if (line === 'GET /dsp/orders') {
    if (!isScoped) return amazonError(401, 'UNAUTHORIZED');
    return {
      json: { totalResults: 1, response: [{ orderId: '1', advertiserId: query.get('advertiserId') }] },
    };
  }
  const [, account, report] = /^\w+ \/accounts\/(\w+)\/dsp\/reports(\/r1)?$/.exec(line) ?? [];
  if (account === undefined) return unknownPath(request);
  const isEntity = Object.keys(region.advertisers).some((id) => account === `ENTITY${id}`);
  if (!isEntity && !isKnown(account)) return amazonError(403, 'FORBIDDEN');
  if (method === 'GET' && report !== undefined)
    return {
      json: { reportId: 'r1', status: 'SUCCESS', location: 'https://s3.example/r1?X-Amz-Signature=s' },
    };
  // The gateway takes another type for a bad signature.
  if (headers['accept'] !== reportType) return amazonError(403, 'The Authorization header is malformed.');
  const { advertiserIds = [] } = sentObject(request) as { advertiserIds?: readonly unknown[] };
  return advertiserIds.every(isKnown)
    ? { status: 202, json: { reportId: 'r1', status: 'IN_PROGRESS', location: '' } }
    : amazonError(403, 'FORBIDDEN');
}

function apiAnswer(request: SimulatedRequest, authorization: string): SimulatedAnswer {
  const region = regionWith('api', request.url);
  const { profiles = [], viewOnly = [], advertisers = {} } = region ?? {};
  const headers = {
    authorization,
    'amazon-advertising-api-clientid': client.clientId,
    'amazon-ads-clientid': client.clientId,
  };
  if (request.headers['amazon-advertising-api-clientid'] !== client.clientId)
    return amazonError(401, 'UNAUTHORIZED');
  if (request.url === `${region?.api}/v2/profiles`) {
    const isView = request.query.has('accessLevel');
    // Without the scope header, which names a profile: this request lists them.
    expected(request, {
      method: 'GET',
      headers,
      query: isView ? { accessLevel: 'view', apiProgram: 'report' } : {},
    });
    return profilesText(isView ? viewOnly : profiles);
  }
  if (request.url !== `${region?.api}/dsp/advertisers`)
    return region === undefined ? unknownPath(request) : relayed(request, region);
  const profileId = request.headers['amazon-advertising-api-scope'] ?? '';
  expected(request, {
    method: 'GET',
    headers: { ...headers, 'amazon-advertising-api-scope': (id) => /^\d+$/.test(id) },
    query: {
      startIndex: (index) => /^\d+$/.test(index),
      count: (count) => Number(count) >= 1 && Number(count) <= 100,
    },
  });
  if (![...profiles, ...viewOnly].some((profile) => profile.profileId === profileId))
    return amazonError(401, 'UNAUTHORIZED');
  const list = advertisers[profileId];
  if (list === undefined) return amazonError(400, 'ENTITY_NOT_SUPPORTED');
  const start = Number(request.query.get('startIndex'));
  const response = list.slice(start, start + Number(request.query.get('count')));
  return { json: { totalResults: list.length, response } };
}

export function amazonDsp(memory?: GrantMemory): Simulator {
  const grants = createGrants('Atza|amazon', memory);
  return {
    provider: 'amazon_dsp',
    addresses: amazonRegions.flatMap(({ consent, token, api }) => [
      new URL(consent).origin,
      new URL(token).origin,
      api,
    ]),
    installation: client,
    ways: [
      way('a profile in North America, with an id beyond 2^53', 'Nordlicht DSP', {
        region: 'NA',
        profileId: '9007199254740993001',
      }),
      way('the first agency profile, after one of a seller', 'Nordlicht DSP', { region: 'NA' }),
      way('the first agency profile in Europe that is a DSP entity', 'Nordlicht Brands', { region: 'EU' }),
      way('a view-only profile in the Far East', 'Nordlicht Far East', { region: 'FE' }),
      way('an advertiser of a profile, on the second page', 'Advertiser 129', {
        region: 'EU',
        profileId: '2200002',
        advertiserId: '590000000000000129',
      }),
      way('an advertiser of any profile', 'Advertiser 4', {
        region: 'EU',
        advertiserId: '590000000000000004',
      }),
    ],
    faults: amazonFaults,
    renews: true,
    revokes: false,
    answer(request) {
      if (amazonRegions.some(({ consent }) => consent === request.url))
        return grants.consent(request, {
          pkce: true,
          query: { response_type: 'code', client_id: client.clientId, scope },
        });
      if (amazonRegions.some(({ token }) => token === request.url)) return tokenAnswer(request, grants);
      if (regionWith('api', request.url) === undefined) return unknownPath(request);
      const authorization = request.headers['authorization'] ?? '';
      if (!grants.isLive(bearerOf(request))) return amazonError(401, 'UNAUTHORIZED');
      return apiAnswer(request, authorization);
    },
    expireAccessTokens: () => grants.expireAccessTokens(),
    secrets: () => [client.clientSecret, ...grants.secrets()],
  };
}
