import { failingAt, ordinaryFaults, tokenRefusals } from './common-faults.ts';
import { bearerOf, expected, unknownPath } from './expected.ts';
import { createGrants, type GrantMemory } from './grants.ts';
import type { SimulatedAnswer, SimulatedRequest, Simulator } from './simulator.ts';

const consentPage = 'https://www.pinterest.com/oauth/';
const api = 'https://api.pinterest.com/v5';
const tokenUrl = `${api}/oauth/token`;
const userUrl = `${api}/user_account`;
const accountsUrl = `${api}/ad_accounts`;
const client = { clientId: '1480000', clientSecret: 'pinterest-app-secret' };
const basic = `Basic ${Buffer.from(`${client.clientId}:${client.clientSecret}`).toString('base64')}`;
const scope = 'ads:read,user_accounts:read';

const pinterestError = (status: number, code: number, message = 'Simulated.'): SimulatedAnswer => ({
  status,
  json: { code, message },
});

const account = (id: string, name: string) => ({
  id,
  name,
  currency: 'EUR',
  country: 'NO',
  owner: { username: 'nordlicht' },
});

/** By bookmark; the first page has none. */
const pages: Readonly<Record<string, object>> = {
  '': { items: [account('549755000001', 'Nordlicht Pins')], bookmark: 'bookmark-2' },
  'bookmark-2': { items: [account('549755000002', 'Nordlicht Boards')], bookmark: null },
};

export function pinterestAds(memory?: GrantMemory): Simulator {
  const grants = createGrants('pinterest', memory);

  const issued = (refreshToken: string): SimulatedAnswer => ({
    json: {
      access_token: grants.newAccessToken(),
      token_type: 'bearer',
      response_type: 'authorization_code',
      expires_in: 2_592_000,
      scope,
      refresh_token: refreshToken,
      refresh_token_expires_in: 5_184_000,
      refresh_token_expires_at: Math.floor(Date.now() / 1000) + 5_184_000,
    },
  });

  const tokenAnswer = (request: SimulatedRequest): SimulatedAnswer => {
    if (request.headers['authorization'] !== basic) return pinterestError(401, 2, 'Authentication failed.');
    const form = new URLSearchParams(request.body);
    const headers = { authorization: basic };
    if (form.get('grant_type') === 'refresh_token') {
      const refreshToken = form.get('refresh_token') ?? '';
      expected(request, {
        method: 'POST',
        headers,
        form: { grant_type: 'refresh_token', refresh_token: (token) => token !== '' },
      });
      // Each refresh token works once.
      return grants.isRefreshToken(refreshToken)
        ? issued(grants.rotate(refreshToken))
        : { status: 401, json: { error: 'invalid_grant' } };
    }
    expected(request, {
      method: 'POST',
      headers,
      form: {
        grant_type: 'authorization_code',
        code: (code) => code !== '',
        redirect_uri: (uri) => uri !== '',
        continuous_refresh: 'true',
      },
    });
    return grants.takeCode(form.get('code') ?? '', form.get('redirect_uri'), null)
      ? issued(grants.newRefreshToken())
      : { status: 400, json: { error: 'invalid_grant' } };
  };

  const apiAnswer = (request: SimulatedRequest): SimulatedAnswer => {
    const authorization = request.headers['authorization'] ?? '';
    if (!grants.isLive(bearerOf(request))) return pinterestError(401, 2, 'Authentication failed.');
    const headers = { authorization };
    if (request.url === userUrl) {
      expected(request, { method: 'GET', headers });
      return {
        json: { id: '9876', username: 'nordlicht', account_type: 'BUSINESS', business_name: 'Nordlicht' },
      };
    }
    if (request.url !== accountsUrl) return unknownPath(request);
    const bookmark = request.query.get('bookmark');
    expected(request, {
      method: 'GET',
      headers,
      query: { page_size: '250', ...(bookmark !== null && { bookmark: (value) => value in pages }) },
    });
    return { json: pages[bookmark ?? ''] };
  };

  return {
    provider: 'pinterest_ads',
    addresses: ['https://www.pinterest.com', 'https://api.pinterest.com'],
    installation: client,
    ways: [
      { name: 'the first ad account', fields: {}, settings: {}, account: 'Nordlicht Pins' },
      {
        name: 'an ad account on the second page',
        fields: {},
        settings: { adAccountId: '549755000002' },
        account: 'Nordlicht Boards',
      },
    ],
    faults: [
      ...tokenRefusals(tokenUrl),
      ...ordinaryFaults(userUrl, 'verify'),
      {
        name: 'our app id and secret are refused',
        kind: 'ours',
        shows: 'connect',
        answer: failingAt(tokenUrl, pinterestError(401, 2, 'Authentication failed.')),
      },
      {
        name: 'our app id and secret are refused at a renewal',
        kind: 'ours',
        shows: 'renew',
        answer: failingAt(tokenUrl, pinterestError(401, 2, 'Authentication failed.')),
      },
      {
        name: 'our app id is unknown',
        kind: 'ours',
        shows: 'connect',
        answer: failingAt(tokenUrl, pinterestError(500, 12)),
      },
      {
        name: 'the token endpoint fails',
        kind: 'transient',
        shows: 'connect',
        answer: failingAt(tokenUrl, pinterestError(500, 11)),
      },
      {
        name: 'the refresh token was used, as 401',
        kind: 'permanent',
        reason: 'refused',
        shows: 'renew',
        answer: failingAt(tokenUrl, { status: 401, json: { error: 'invalid_grant' } }),
      },
      {
        name: 'the refresh token was used, in words',
        kind: 'permanent',
        reason: 'refused',
        shows: 'renew',
        answer: failingAt(tokenUrl, pinterestError(401, 2, 'invalid_grant')),
      },
      {
        name: 'the token is withdrawn',
        kind: 'permanent',
        reason: 'unauthorized',
        shows: 'verify',
        answer: failingAt(userUrl, pinterestError(401, 2, 'Authentication failed.')),
      },
      {
        name: 'no rights',
        kind: 'permanent',
        reason: 'no_access',
        shows: 'verify',
        answer: failingAt(accountsUrl, pinterestError(403, 29)),
      },
      {
        name: 'the day’s requests are used up',
        kind: 'transient',
        reason: 'rate_limited',
        shows: 'verify',
        waitMs: 3_600_000,
        answer: failingAt(accountsUrl, { ...pinterestError(429, 8), headers: { 'retry-after': '3600' } }),
      },
      {
        name: 'code 12 of the API is a failure of the provider',
        kind: 'transient',
        shows: 'verify',
        answer: failingAt(accountsUrl, pinterestError(500, 12)),
      },
      {
        name: 'no ad account',
        kind: 'permanent',
        reason: 'no_accounts',
        shows: 'verify',
        answer: failingAt(accountsUrl, { json: { items: [], bookmark: null } }),
      },
    ],
    renews: true,
    revokes: false,
    answer(request) {
      if (request.url === consentPage)
        return grants.consent(request, {
          pkce: false,
          query: { response_type: 'code', client_id: client.clientId, scope },
        });
      return request.url === tokenUrl ? tokenAnswer(request) : apiAnswer(request);
    },
    expireAccessTokens: () => grants.expireAccessTokens(),
    secrets: () => [client.clientSecret, ...grants.secrets()],
  };
}
