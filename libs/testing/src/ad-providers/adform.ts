import { faultsAt, maintenance, noAccess, noAccounts, refused, unauthorized } from './common-faults.ts';
import { bearerOf, expected, sentObject, unknownPath } from './expected.ts';
import { createGrants, type GrantMemory } from './grants.ts';
import { type SimulatedAnswer, type SimulatedRequest, type Simulator, way } from './simulator.ts';

const tokenUrl = 'https://id.adform.com/sts/connect/token';
const advertisersUrl = 'https://api.adform.com/v1/buyer/advertisers';
const clientId = 'nordlicht.clients.adform';
const clientSecret = 'adform-customer-secret';
const scope = 'https://api.adform.com/scope/';
const assigned = [
  `${scope}buyer.advertisers.readonly`,
  `${scope}buyer.campaigns.api.readonly`,
  `${scope}buyer.stats`,
  `${scope}eapi`,
];
const fields = { clientId, clientSecret };

/** More than one page. */
const advertisers = Array.from({ length: 150 }, (_, index) => ({
  id: 4000 + index,
  name: `Nordlicht ${index}`,
  timeZone: 'Europe/Berlin',
  status: 'Active',
}));

const advertisersPage = (request: SimulatedRequest, authorization: string): SimulatedAnswer => {
  const { query } = request;
  const offset = query.get('offset');
  expected(request, {
    method: 'GET',
    headers: { authorization },
    query: {
      limit: (limit) => Number(limit) >= 1 && Number(limit) <= 100,
      ...(offset !== null && { offset: (value: string) => /^\d+$/.test(value) }),
    },
  });
  // A bare array.
  return { json: advertisers.slice(Number(offset), Number(offset) + Number(query.get('limit'))) };
};

const buyer = 'https://api.adform.com/v1/buyer';
const isKnown = (id: unknown): boolean => advertisers.some((each) => String(each.id) === String(id));
const forbidden = { status: 403, json: { reason: 'forbidden' } };

interface Statistics {
  readonly filter?: { readonly client?: { readonly id?: readonly unknown[] } };
}

/** Requests that callers send, each with the scope of its own. A report is done at once. */
function relayed(request: SimulatedRequest, scopes: readonly string[]): SimulatedAnswer {
  const line = `${request.method} ${request.url.slice(buyer.length)}`;
  const has = (...names: string[]): boolean => names.some((name) => scopes.includes(`${scope}${name}`));
  if (line === 'GET /campaigns') {
    const ids = (request.query.get('advertisers') ?? '').split(',');
    if (!has('buyer.campaigns.api.readonly', 'eapi') || !ids.every(isKnown)) return forbidden;
    return { json: ids.map((id) => ({ id: Number(`${id}7`), name: 'Winter', status: 'active' })) };
  }
  if (!has('buyer.stats', 'eapi')) return forbidden;
  switch (line) {
    case 'POST /stats/data': {
      const { filter } = sentObject(request) as Statistics;
      if (!(filter?.client?.id ?? []).every(isKnown)) return forbidden;
      const headers = {
        'operation-location': '/v1/buyer/stats/operations/o1',
        location: '/v1/buyer/stats/data/d1',
      };
      return { status: 202, headers };
    }
    case 'GET /stats/operations/o1':
      return { json: { id: 'o1', status: 'succeeded' } };
    case 'GET /stats/data/d1':
      return { json: { reportData: { columnHeaders: ['date', 'impressions'], rows: [['2026-11-01', 7]] } } };
    default:
      return unknownPath(request);
  }
}

const tokenAnswer = (request: SimulatedRequest): 'invalid_client' | 'invalid_scope' | 'ok' => {
  expected(request, {
    method: 'POST',
    headers: { authorization: (value) => value.startsWith('Basic ') },
    form: { grant_type: 'client_credentials', scope: (value) => value !== '' },
  });
  const wanted = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  if (request.headers['authorization'] !== wanted) return 'invalid_client';
  const scopes = new URLSearchParams(request.body).get('scope') ?? '';
  return scopes.split(' ').every((each) => assigned.includes(each)) ? 'ok' : 'invalid_scope';
};

export function adform(memory?: GrantMemory): Simulator {
  const grants = createGrants('adform', memory);
  /** A token has only the scopes that it was asked for. */
  const scopesOf = new Map<string, readonly string[]>();
  return {
    provider: 'adform',
    addresses: ['https://id.adform.com', 'https://api.adform.com'],
    installation: {},
    ways: [
      way('the first advertiser', 'Nordlicht 0', {}, fields),
      way('an advertiser on the second page', 'Nordlicht 149', { advertiserId: '4149' }, fields),
      way(
        'scopes of its own',
        'Nordlicht 0',
        { scopes: `${scope}eapi ${scope}buyer.campaigns.api.readonly` },
        fields,
      ),
    ],
    faults: [
      ...maintenance(tokenUrl, 'renew'),
      ...maintenance(advertisersUrl, 'verify'),
      ...faultsAt(
        'connect',
        tokenUrl,
        ['the client is wrong, as 400', refused, { status: 400, json: { error: 'invalid_client' } }],
        [
          'the scope is not assigned',
          { kind: 'permanent', reason: 'scope_missing', hint: 'Adform Support' },
          { status: 400, json: { error: 'invalid_scope' } },
        ],
      ),
      ...faultsAt('renew', tokenUrl, [
        'the client was removed',
        'permanent',
        { status: 400, json: { error: 'invalid_client' } },
      ]),
      ...faultsAt(
        'verify',
        advertisersUrl,
        ['the token is refused', unauthorized, { status: 401 }],
        ['a permission is missing', noAccess, { status: 403, json: { reason: 'forbidden' } }],
        ['no advertiser', noAccounts, { json: [] }],
        ['a page of another kind', 'transient', { text: '<html>' }],
      ),
    ],
    renews: true,
    revokes: false,
    answer(request) {
      if (request.url === tokenUrl) {
        const outcome = tokenAnswer(request);
        if (outcome !== 'ok') return { status: 400, json: { error: outcome } };
        const access_token = grants.newAccessToken();
        scopesOf.set(access_token, (new URLSearchParams(request.body).get('scope') ?? '').split(' '));
        return { json: { access_token, token_type: 'Bearer', expires_in: 3600 } };
      }
      const authorization = request.headers['authorization'] ?? '';
      if (!grants.isLive(bearerOf(request))) return { status: 401 };
      return request.url === advertisersUrl
        ? advertisersPage(request, authorization)
        : relayed(request, scopesOf.get(bearerOf(request)) ?? assigned);
    },
    expireAccessTokens: () => grants.expireAccessTokens(),
    secrets: () => [clientSecret, ...grants.secrets()],
  };
}
