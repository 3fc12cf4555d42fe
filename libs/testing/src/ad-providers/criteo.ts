import { faultsAt, noAccounts, rateLimited, refused } from './common-faults.ts';
import { bearerOf, expected, sentObject, unknownPath } from './expected.ts';
import { createGrants, type GrantMemory } from './grants.ts';
import { type SimulatedAnswer, type SimulatedRequest, type Simulator, way } from './simulator.ts';

const api = 'https://api.criteo.com';
const tokenUrl = `${api}/oauth2/token`;
const meUrl = `${api}/2026-07/advertisers/me`;
const clientId = 'criteo-client';
const clientSecret = 'criteo-customer-secret';

const criteoError = (status: number, type: string, code: string): SimulatedAnswer => ({
  status,
  json: { errors: [{ traceId: 'simulated', type, code, title: 'Simulated', detail: 'Simulated' }] },
});

const advertisers = [
  { id: '78421', type: 'advertiser', attributes: { advertiserName: 'Nordlicht Retail' } },
  { id: '78422', type: 'advertiser', attributes: { advertiserName: 'Nordlicht Travel' } },
];

interface Sent {
  readonly advertiserIds?: string;
  readonly filters?: { readonly advertiserIds?: readonly string[] };
}

/** Requests that callers send: campaigns and statistics. Without advertisers they are about all. */
function relayed(request: SimulatedRequest): SimulatedAnswer {
  const all = advertisers.map(({ id }) => id);
  const { advertiserIds, filters } = sentObject(request) as Sent;
  const ids = filters?.advertiserIds ?? advertiserIds?.split(',') ?? all;
  const answers: Readonly<Record<string, unknown>> = {
    'POST /marketing-solutions/campaigns/search': {
      data: ids.map((id) => ({
        id: `${id}7`,
        type: 'Campaign',
        attributes: { name: 'Winter', advertiserId: id, goal: 'Acquisition' },
      })),
      errors: [],
      warnings: [],
    },
    'POST /statistics/report': { Rows: ids.map((id) => ({ AdvertiserId: id, Displays: '7' })) },
  };
  const path = request.url.slice(`${api}/2026-07`.length);
  const [, adSetId] = /^\/marketing-solutions\/ad-sets\/(\d+)\/audience$/.exec(path) ?? [];
  if (request.method === 'PUT' && adSetId !== undefined)
    return { json: { data: { id: adSetId, type: 'AdSetAudienceLink' }, errors: [], warnings: [] } };
  const json = answers[`${request.method} ${path}`];
  if (json === undefined) return unknownPath(request);
  return ids.every((id) => all.includes(id))
    ? { json }
    : criteoError(403, 'access-control', 'missing-consent');
}

export function criteo(memory?: GrantMemory): Simulator {
  const grants = createGrants('criteo', memory);
  return {
    provider: 'criteo',
    addresses: [api],
    installation: {},
    ways: [
      way('the first advertiser', 'Nordlicht Retail', {}, { clientId, clientSecret }),
      way('an advertiser', 'Nordlicht Travel', { advertiserId: '78422' }, { clientId, clientSecret }),
    ],
    faults: [
      ...faultsAt('connect', tokenUrl, [
        'the key pair is wrong',
        'permanent',
        { status: 400, json: { error: 'invalid_client' } },
      ]),
      ...faultsAt(
        'verify',
        meUrl,
        [
          'the token is not valid',
          refused,
          criteoError(401, 'access-control', 'authorization-token-invalid'),
        ],
        ['consent was withdrawn', 'permanent', criteoError(403, 'access-control', 'missing-consent')],
        ['nobody has consented', noAccounts, { json: { data: [] } }],
        ['the version is gone', 'ours', criteoError(410, 'deprecation', 'version-gone')],
        ['too many requests', 'transient', criteoError(429, 'quota', 'too-many-requests')],
        [
          'too many requests, with the seconds until the limit is lifted',
          { ...rateLimited, waitMs: 42_000 },
          {
            ...criteoError(429, 'quota', 'too-many-requests'),
            headers: { 'x-ratelimit-limit': '250', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '42' },
          },
        ],
        [
          'too many requests, with the time at which the limit is lifted',
          { ...rateLimited, waitMs: 86_400_000 },
          {
            ...criteoError(429, 'quota', 'too-many-requests'),
            headers: { 'x-ratelimit-reset': '99999999999' },
          },
        ],
        ['unavailable', 'transient', criteoError(503, 'availability', 'unavailable')],
      ),
      ...faultsAt('renew', tokenUrl, ['the token endpoint fails', 'transient', { status: 502 }]),
    ],
    renews: true,
    revokes: false,
    answer(request) {
      if (request.url === tokenUrl) {
        const form = new URLSearchParams(request.body);
        expected(request, {
          method: 'POST',
          form: {
            grant_type: 'client_credentials',
            client_id: (id) => id !== '',
            client_secret: (secret) => secret !== '',
          },
        });
        return form.get('client_id') === clientId && form.get('client_secret') === clientSecret
          ? { json: { access_token: grants.newAccessToken(), token_type: 'Bearer', expires_in: 900 } }
          : { status: 400, json: { error: 'invalid_client' } };
      }
      const authorization = request.headers['authorization'] ?? '';
      if (!grants.isLive(bearerOf(request)))
        return criteoError(401, 'access-control', 'authorization-token-expired');
      if (request.url !== meUrl) return relayed(request);
      expected(request, { method: 'GET', headers: { authorization } });
      return { json: { data: advertisers, warnings: [], errors: [] } };
    },
    expireAccessTokens: () => grants.expireAccessTokens(),
    secrets: () => [clientSecret, ...grants.secrets()],
  };
}
