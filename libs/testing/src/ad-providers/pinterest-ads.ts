import {
  faultsAt,
  maintenance,
  noAccess,
  noAccounts,
  rateLimited,
  refused,
  tokenRefusals,
  unauthorized,
} from './common-faults.ts';
import { bearerOf, expected, sentObject, unknownPath } from './expected.ts';
import { createGrants, type GrantMemory } from './grants.ts';
import { type SimulatedAnswer, type SimulatedRequest, type Simulator, way } from './simulator.ts';

const consentPage = 'https://www.pinterest.com/oauth/';
const api = 'https://api.pinterest.com/v5';
const tokenUrl = `${api}/oauth/token`;
const userUrl = `${api}/user_account`;
const accountsUrl = `${api}/ad_accounts`;
const client = { clientId: '1480000', clientSecret: 'pinterest-app-secret' };
const basic = `Basic ${Buffer.from(`${client.clientId}:${client.clientSecret}`).toString('base64')}`;
const scopes = ['ads:read,user_accounts:read', 'ads:read,ads:write,user_accounts:read'] as const;

const pinterestError = (status: number, code: number, message = 'Simulated.'): SimulatedAnswer => ({
  status,
  json: { code, message },
});

const account = (id: string, name: string) => ({
  id,
  name,
  currency: 'EUR',
  country: 'NO',
  time_zone: 'EUROPE_OSLO',
  owner: { username: 'nordlicht', id: '9876' },
  permissions: ['OWNER'],
});

/** By bookmark; the first page has none. */
const pages: Readonly<Record<string, object>> = {
  '': { items: [account('549755000001', 'Nordlicht Pins')], bookmark: 'bookmark-2' },
  'bookmark-2': { items: [account('549755000002', 'Nordlicht Boards')], bookmark: null },
};

const adAccountIds = ['549755000001', '549755000002'];
const neededForReport = ['start_date', 'end_date', 'granularity'];

/** What the relay sends: requests of an ad account. */
function adAccountAnswer(request: SimulatedRequest, id: string, path: string): SimulatedAnswer {
  if (!adAccountIds.includes(id)) return pinterestError(403, 29);
  const token = `report-${id}`;
  switch (`${request.method} ${path}`) {
    case 'GET campaigns':
      return { json: { items: [{ id: `62${id}`, name: `Winter ${id}`, status: 'ACTIVE' }], bookmark: null } };
    case 'POST reports':
      return neededForReport.every((name) => name in sentObject(request))
        ? { json: { report_status: 'IN_PROGRESS', token, message: '' } }
        : pinterestError(400, 1);
    case 'GET reports':
      return request.query.get('token') === token
        ? { json: { report_status: 'FINISHED', url: `https://reports.example/${id}.csv`, size: 512 } }
        : { json: { report_status: 'DOES_NOT_EXIST', url: null, size: null } };
    default:
      return unknownPath(request);
  }
}

export function pinterestAds(memory?: GrantMemory): Simulator {
  const grants = createGrants('pinterest', memory);
  let scope: string = scopes[0];

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
    const [, id, path] = /\/v5\/ad_accounts\/([^/]+)\/(.+)$/.exec(request.url) ?? [];
    if (id !== undefined && path !== undefined) return adAccountAnswer(request, id, path);
    if (request.url !== accountsUrl) return unknownPath(request);
    const bookmark = request.query.get('bookmark');
    expected(request, {
      method: 'GET',
      headers,
      query: {
        page_size: '250',
        include_shared_accounts: 'true',
        ...(bookmark !== null && { bookmark: (value) => value in pages }),
      },
    });
    return { json: pages[bookmark ?? ''] };
  };

  return {
    provider: 'pinterest_ads',
    addresses: ['https://www.pinterest.com', 'https://api.pinterest.com'],
    installation: client,
    ways: [
      way('the first ad account', 'Nordlicht Pins'),
      way('an ad account on the second page', 'Nordlicht Boards', { adAccountId: '549755000002' }),
    ],
    faults: [
      ...tokenRefusals(tokenUrl),
      ...maintenance(userUrl, 'verify'),
      ...faultsAt(
        'connect',
        tokenUrl,
        ['our app id and secret are refused', 'ours', pinterestError(401, 2, 'Authentication failed.')],
        ['our app id is unknown', 'ours', pinterestError(500, 12)],
        ['the token endpoint fails', 'transient', pinterestError(500, 11)],
      ),
      ...faultsAt(
        'renew',
        tokenUrl,
        [
          'our app id and secret are refused at a renewal',
          'ours',
          pinterestError(401, 2, 'Authentication failed.'),
        ],
        ['the refresh token was used, as 401', refused, { status: 401, json: { error: 'invalid_grant' } }],
        ['the refresh token was used, in words', refused, pinterestError(401, 2, 'invalid_grant')],
      ),
      ...faultsAt('verify', userUrl, [
        'the token is withdrawn',
        unauthorized,
        pinterestError(401, 2, 'Authentication failed.'),
      ]),
      ...faultsAt(
        'verify',
        accountsUrl,
        ['no rights', noAccess, pinterestError(403, 29)],
        [
          'the day’s requests are used up',
          { ...rateLimited, waitMs: 3_600_000 },
          { ...pinterestError(429, 8), headers: { 'retry-after': '3600' } },
        ],
        ['code 12 of the API is a failure of the provider', 'transient', pinterestError(500, 12)],
        ['no ad account', noAccounts, { json: { items: [], bookmark: null } }],
      ),
    ],
    renews: true,
    revokes: false,
    answer(request) {
      if (request.url === consentPage) {
        scope = scopes.find((each) => each === request.query.get('scope')) ?? scope;
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
