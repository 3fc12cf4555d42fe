import { faultAt, faultsAt, maintenance, noAccess, refused } from './common-faults.ts';
import { bearerOf, expected, sentObject, unknownPath } from './expected.ts';
import { createGrants, type GrantMemory } from './grants.ts';
import { type SimulatedAnswer, type SimulatedRequest, type Simulator, type Way, way } from './simulator.ts';

const login = 'https://login.eqtv.io';
const supply = 'https://supply-api.eqtv.io';
const demand = 'https://demand-api.eqtv.io';
const tokenUrl = `${login}/oauth2/token`;
const sitesUrl = `${supply}/sites`;
const dealsUrl = `${demand}/deals`;

const clientSecret = 'equativ-secret';
const clientId = 'equativ-client';
/** An API user without any site. */
const emptyClientId = 'equativ-client-without-sites';

const sites = [
  { id: 311001, name: 'nordlicht.example' },
  { id: 311002, name: 'travel.nordlicht.example' },
];
const reportsUrl = `${supply}/report-async`;
const companyId = '907';
/** The deals of each company; without a company those of the first. */
const deals: Readonly<Record<string, readonly object[]>> = {
  [companyId]: [{ id: 'EQ-1', name: 'Nordlicht Winter' }],
  '908': [{ id: 'EQ-2', name: 'Nordlicht Summer' }],
};

const invalidClient = (status: number): SimulatedAnswer => ({
  status,
  json: { error: 'invalid_client', error_description: 'Simulated' },
});

const fields = { clientId, clientSecret };
const withoutSites = { clientId: emptyClientId, clientSecret };
const ways: readonly [Way, ...Way[]] = [
  way('the first site', 'nordlicht.example', {}, fields),
  way('the supply platform', 'nordlicht.example', { platform: 'supply' }, fields),
  way('a network', '4052', { networkId: '4052' }, fields),
  way('no site', null, {}, withoutSites),
  way('a network without a site', '4052', { networkId: '4052' }, withoutSites),
  way('the demand platform', 'Nordlicht Winter', { platform: 'demand' }, fields),
  way('a company on the demand platform', companyId, { platform: 'demand', companyId }, fields),
];

/** A report is ready at once. */
function report(request: SimulatedRequest): SimulatedAnswer {
  if (request.method === 'GET' && request.url === `${reportsUrl}/r-1`)
    return { json: { status: 'SUCCESS', files: ['https://files.example/r-1.csv'] } };
  if (request.method !== 'POST' || request.url !== reportsUrl) return unknownPath(request);
  const isComplete = ['startDate', 'endDate', 'dimensions', 'metrics'].every((name) =>
    Object.hasOwn(sentObject(request), name),
  );
  return isComplete ? { json: { id: 'r-1' } } : { status: 400 };
}

export function equativ(memory?: GrantMemory): Simulator {
  const grants = createGrants('equativ', memory);
  const tokensWithoutSites = new Set<string>();

  const token = (request: SimulatedRequest): SimulatedAnswer => {
    expected(request, {
      method: 'POST',
      form: {
        grant_type: 'client_credentials',
        client_id: (id) => id !== '',
        client_secret: (secret) => secret !== '',
      },
    });
    const form = new URLSearchParams(request.body);
    const id = form.get('client_id') ?? '';
    if (![clientId, emptyClientId].includes(id) || form.get('client_secret') !== clientSecret)
      return invalidClient(401);
    const accessToken = grants.newAccessToken();
    if (id === emptyClientId) tokensWithoutSites.add(accessToken);
    return { json: { access_token: accessToken, expires_in: 600, token_type: 'Bearer' } };
  };

  const listed = (bearer: string): SimulatedAnswer => {
    const visible = tokensWithoutSites.has(bearer) ? [] : sites;
    return {
      headers: {
        'x-pagination-total-count': '240',
        link: `<${sitesUrl}?page=2>; rel="next"`,
      },
      json: visible,
    };
  };

  return {
    provider: 'equativ',
    addresses: [login, supply, demand],
    installation: {},
    ways,
    faults: [
      ...[400, 401].map((status) =>
        faultAt('connect', tokenUrl, [`the key pair is wrong (${status})`, refused, invalidClient(status)]),
      ),
      ...faultsAt('connect', tokenUrl, [
        'the form of our request is refused',
        'ours',
        { status: 400, json: { error: 'unsupported_grant_type' } },
      ]),
      ...maintenance(tokenUrl, 'renew'),
      ...faultsAt(
        'verify',
        sitesUrl,
        ['the API user lacks a right', noAccess, { status: 403 }],
        ['a page for people instead of JSON', 'transient', { text: '<html>Maintenance</html>' }],
      ),
      ...maintenance(sitesUrl, 'verify'),
    ],
    renews: true,
    revokes: false,
    answer(request) {
      if (request.url === tokenUrl) return token(request);
      const bearer = bearerOf(request);
      if (!grants.isLive(bearer)) return { status: 401 };
      if (request.url.startsWith(reportsUrl)) return report(request);
      if (request.url !== sitesUrl && request.url !== dealsUrl) return unknownPath(request);
      const company = request.headers['x-companyid'];
      expected(request, {
        method: 'GET',
        headers: {
          authorization: `Bearer ${bearer}`,
          ...(request.url === dealsUrl && company !== undefined && { 'x-companyid': company }),
        },
        query: request.url === dealsUrl ? { limit: '1' } : {},
      });
      if (request.url === sitesUrl) return listed(bearer);
      const visible = deals[company ?? companyId];
      return visible === undefined ? { status: 403 } : { json: visible };
    },
    expireAccessTokens: () => grants.expireAccessTokens(),
    secrets: () => [clientSecret, ...grants.secrets()],
  };
}
