import { failingAt, ordinaryFaults } from './common-faults.ts';
import { bearerOf, expected, unknownPath } from './expected.ts';
import { createGrants, type GrantMemory } from './grants.ts';
import type { SimulatedAnswer, SimulatedRequest, Simulator } from './simulator.ts';

const tokenUrl = 'https://id.adform.com/sts/connect/token';
const advertisersUrl = 'https://api.adform.com/v1/buyer/advertisers';
const clientId = 'nordlicht.clients.adform';
const clientSecret = 'adform-customer-secret';
const scope = 'https://api.adform.com/scope/';
const assigned = [
  `${scope}buyer.advertisers.readonly`,
  `${scope}buyer.campaigns.api.readonly`,
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
  return {
    provider: 'adform',
    addresses: ['https://id.adform.com', 'https://api.adform.com'],
    installation: {},
    ways: [
      { name: 'the first advertiser', fields, settings: {}, account: 'Nordlicht 0' },
      {
        name: 'an advertiser on the second page',
        fields,
        settings: { advertiserId: '4149' },
        account: 'Nordlicht 149',
      },
      {
        name: 'scopes of its own',
        fields,
        settings: { scopes: `${scope}eapi ${scope}buyer.campaigns.api.readonly` },
        account: 'Nordlicht 0',
      },
    ],
    faults: [
      ...ordinaryFaults(tokenUrl, 'renew'),
      ...ordinaryFaults(advertisersUrl, 'verify'),
      {
        name: 'the client is wrong, as 400',
        kind: 'permanent',
        reason: 'refused',
        shows: 'connect',
        answer: failingAt(tokenUrl, { status: 400, json: { error: 'invalid_client' } }),
      },
      {
        name: 'the scope is not assigned',
        kind: 'permanent',
        reason: 'refused',
        hint: 'Adform Support',
        shows: 'connect',
        answer: failingAt(tokenUrl, { status: 400, json: { error: 'invalid_scope' } }),
      },
      {
        name: 'the client was removed',
        kind: 'permanent',
        shows: 'renew',
        answer: failingAt(tokenUrl, { status: 400, json: { error: 'invalid_client' } }),
      },
      {
        name: 'the token is refused',
        kind: 'permanent',
        reason: 'unauthorized',
        shows: 'verify',
        answer: failingAt(advertisersUrl, { status: 401 }),
      },
      {
        name: 'a permission is missing',
        kind: 'permanent',
        reason: 'no_access',
        shows: 'verify',
        answer: failingAt(advertisersUrl, { status: 403, json: { reason: 'forbidden' } }),
      },
      {
        name: 'no advertiser',
        kind: 'permanent',
        reason: 'no_accounts',
        shows: 'verify',
        answer: failingAt(advertisersUrl, { json: [] }),
      },
      {
        name: 'a page of another kind',
        kind: 'transient',
        shows: 'verify',
        answer: failingAt(advertisersUrl, { text: '<html>' }),
      },
    ],
    renews: true,
    revokes: false,
    answer(request) {
      if (request.url === tokenUrl) {
        const outcome = tokenAnswer(request);
        return outcome === 'ok'
          ? { json: { access_token: grants.newAccessToken(), token_type: 'Bearer', expires_in: 3600 } }
          : { status: 400, json: { error: outcome } };
      }
      if (request.url !== advertisersUrl) return unknownPath(request);
      const authorization = request.headers['authorization'] ?? '';
      if (!grants.isLive(bearerOf(request))) return { status: 401 };
      return advertisersPage(request, authorization);
    },
    expireAccessTokens: () => grants.expireAccessTokens(),
    secrets: () => [clientSecret, ...grants.secrets()],
  };
}
