import { faultAt, maintenance } from './common-faults.ts';
import { bearerOf, expected, sentObject, unknownPath } from './expected.ts';
import { createGrants, type GrantMemory } from './grants.ts';
import type { SimulatedAnswer, SimulatedRequest, Simulator, Way } from './simulator.ts';

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
  { name: 'the first site', fields, settings: {}, account: 'nordlicht.example' },
  { name: 'the supply platform', fields, settings: { platform: 'supply' }, account: 'nordlicht.example' },
  { name: 'a network', fields, settings: { networkId: '4052' }, account: '4052' },
  { name: 'no site', fields: withoutSites, settings: {}, account: null },
  {
    name: 'a network without a site',
    fields: withoutSites,
    settings: { networkId: '4052' },
    account: '4052',
  },
  { name: 'the demand platform', fields, settings: { platform: 'demand' }, account: 'Nordlicht Winter' },
  {
    name: 'a company on the demand platform',
    fields,
    settings: { platform: 'demand', companyId },
    account: companyId,
  },
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
        faultAt(
          'connect',
          tokenUrl,
          { name: `the key pair is wrong (${status})`, kind: 'permanent', reason: 'refused' },
          invalidClient(status),
        ),
      ),
      faultAt(
        'connect',
        tokenUrl,
        { name: 'the form of our request is refused', kind: 'ours' },
        { status: 400, json: { error: 'unsupported_grant_type' } },
      ),
      maintenance(tokenUrl, 'renew'),
      faultAt(
        'verify',
        sitesUrl,
        { name: 'the API user lacks a right', kind: 'permanent', reason: 'no_access' },
        { status: 403 },
      ),
      faultAt(
        'verify',
        sitesUrl,
        { name: 'a page for people instead of JSON', kind: 'transient' },
        { text: '<html>Maintenance</html>' },
      ),
      maintenance(sitesUrl, 'verify'),
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
