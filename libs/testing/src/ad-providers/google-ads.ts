import {
  accountNotFound,
  faultAt,
  faultsAt,
  type Meaning,
  noAccess,
  noAccounts,
  rateLimited,
  refused,
  unauthorized,
  unavailable,
} from './common-faults.ts';
import { expected, sentObject, unknownPath } from './expected.ts';
import { createGoogleSimulator, googleError } from './google.ts';
import type { GrantMemory } from './grants.ts';
import { type Fault, type SimulatedAnswer, type Simulator, way } from './simulator.ts';

const api = 'https://googleads.googleapis.com';
const developerToken = 'dev-token-of-22-chars.';
const listUrl = `${api}/v25/customers:listAccessibleCustomers`;
const query =
  'SELECT customer.id, customer.descriptive_name, customer.currency_code, customer.manager FROM customer LIMIT 1';

const clientsQuery =
  'SELECT customer_client.id, customer_client.descriptive_name, customer_client.currency_code, customer_client.time_zone, ' +
  'customer_client.status, customer_client.manager FROM customer_client';
const manager = '9876543210';

const names: Readonly<Record<string, string>> = {
  '1234567890': 'Nordlicht Search',
  '2345678901': 'Nordlicht Shop',
  [manager]: 'Nordlicht Agency',
  '3456789012': 'Nordlicht Maps',
};

/** The customers that the login reaches directly; the last one is closed. */
const roots: readonly string[] = ['1234567890', '2345678901', manager, '4567890123'];

/** The customers below a root, itself included. */
const clientsOf = (root: string): object[] =>
  (root === manager ? [manager, '2345678901', '3456789012'] : [root]).map((id) => ({
    customerClient: {
      id,
      descriptiveName: names[id],
      currencyCode: 'EUR',
      timeZone: 'Europe/Oslo',
      status: 'ENABLED',
      manager: id === manager,
    },
  }));

const campaignOf = (id: string): object => ({
  campaign: {
    resourceName: `customers/${id}/campaigns/1`,
    id: '1',
    name: `Winter of ${names[id]}`,
    status: 'ENABLED',
  },
  metrics: { costMicros: '12500000' },
});

/** An error in the envelope of the API. */
const adsError = (status: number, word: string, errorCode: object, details: object = {}): SimulatedAnswer =>
  googleError(status, word, [{ errors: [{ errorCode, message: 'Simulated.', details }] }]);

/** Codes with their status, which does not decide. */
const codes: readonly (readonly [string, number, Meaning | Fault['kind']])[] = [
  ['USER_PERMISSION_DENIED', 403, { ...noAccess, hint: 'login customer ID' }],
  ['CUSTOMER_NOT_ENABLED', 400, noAccess],
  ['CLIENT_CUSTOMER_ID_INVALID', 400, accountNotFound],
  ['INVALID_CUSTOMER_ID', 400, accountNotFound],
  ['NOT_ADS_USER', 401, noAccounts],
  ['OAUTH_TOKEN_REVOKED', 401, refused],
  ['GOOGLE_ACCOUNT_COOKIE_INVALID', 400, unauthorized],
  ['DEVELOPER_TOKEN_INVALID', 401, 'ours'],
  ['DEVELOPER_TOKEN_NOT_APPROVED', 403, 'ours'],
  ['DEVELOPER_TOKEN_PROHIBITED', 403, 'ours'],
  ['INTERNAL_ERROR', 500, unavailable],
  ['INTERNAL_ERROR', 400, unavailable],
];

export const googleAds = (memory?: GrantMemory): Simulator =>
  createGoogleSimulator({
    memory,
    provider: 'google_ads',
    api,
    scope: 'https://www.googleapis.com/auth/adwords',
    app: { developerToken },
    ways: [
      way('the first customer', 'Nordlicht Search'),
      way('a customer', 'Nordlicht Shop', { customerId: '2345678901' }),
      way('a customer of a manager', 'Nordlicht Shop', {
        customerId: '2345678901',
        loginCustomerId: '9876543210',
      }),
    ],
    faults: [
      ...faultsAt(
        'verify',
        listUrl,
        [
          'the quota is used up for months',
          { ...rateLimited, waitMs: 86_400_000 },
          adsError(429, 'RESOURCE_EXHAUSTED', {}, { quotaErrorDetails: { retryDelay: '8640000s' } }),
        ],
        ['the version is gone', 'ours', { status: 404, text: '<html>' }],
        ['no customer', noAccounts, { json: {} }],
        [
          'the quota is used up',
          { ...rateLimited, waitMs: 30_000 },
          adsError(
            429,
            'RESOURCE_EXHAUSTED',
            { quotaError: 'RESOURCE_EXHAUSTED' },
            { quotaErrorDetails: { retryDelay: '30s' } },
          ),
        ],
      ),
      ...codes.map(([code, status, means]) => {
        const answer = adsError(status, 'SIMULATED', { simulatedError: code });
        return faultAt('verify', listUrl, [`${code} (${status})`, means, answer]);
      }),
    ],
    answer(request, authorization) {
      const headers = { authorization, 'developer-token': developerToken };
      if (request.url === listUrl) {
        expected(request, { method: 'GET', headers });
        return { json: { resourceNames: roots.map((id) => `customers/${id}`) } };
      }
      const [, id = '', verb = ''] = /\/v25\/customers\/(\d{10})\/(\w+:\w+)$/.exec(request.url) ?? [];
      if (!['googleAds:search', 'googleAds:searchStream', 'campaigns:mutate'].includes(verb))
        return unknownPath(request);
      const login = request.headers['login-customer-id'];
      const sent = sentObject(request);
      expected(request, {
        method: 'POST',
        headers: { ...headers, ...(login !== undefined && { 'login-customer-id': login }) },
        json: sent,
      });
      const isReached = roots.includes(id) ? [undefined, id, manager].includes(login) : login === manager;
      if (names[id] === undefined || !isReached)
        return adsError(403, 'PERMISSION_DENIED', { authorizationError: 'USER_PERMISSION_DENIED' });
      if (verb === 'campaigns:mutate')
        return { json: { results: [{ resourceName: `customers/${id}/campaigns/2` }] } };
      if (verb === 'googleAds:searchStream')
        return { json: [{ results: [campaignOf(id)], fieldMask: 'campaign.id', requestId: 'simulated' }] };
      if (sent['query'] === clientsQuery) return { json: { results: clientsOf(id) } };
      return sent['query'] === query
        ? { json: { results: [{ customer: { id, descriptiveName: names[id], currencyCode: 'EUR' } }] } }
        : { json: { results: [campaignOf(id)] } };
    },
  });
