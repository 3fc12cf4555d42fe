import { expected, sentObject, unknownPath } from './expected.ts';
import { createGoogleSimulator, googleError } from './google.ts';
import type { GrantMemory } from './grants.ts';
import type { Fault, SimulatedAnswer, Simulator } from './simulator.ts';

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
  campaign: { resourceName: `customers/${id}/campaigns/1`, id: '1', name: `Winter of ${names[id]}` },
  metrics: { costMicros: '12500000' },
});

/** An error in the envelope of the API. */
const adsError = (status: number, word: string, errorCode: object, details: object = {}): SimulatedAnswer =>
  googleError(status, word, [{ errors: [{ errorCode, message: 'Simulated.', details }] }]);

const atList =
  (answer: SimulatedAnswer): Fault['answer'] =>
  ({ url }) =>
    url === listUrl ? answer : undefined;

/** Codes with their status, which does not decide. */
const codes: readonly (readonly [string, number, Pick<Fault, 'kind' | 'reason' | 'hint'>])[] = [
  ['USER_PERMISSION_DENIED', 403, { kind: 'permanent', reason: 'no_access', hint: 'login customer ID' }],
  ['CUSTOMER_NOT_ENABLED', 400, { kind: 'permanent', reason: 'no_access' }],
  ['CLIENT_CUSTOMER_ID_INVALID', 400, { kind: 'permanent', reason: 'account_not_found' }],
  ['INVALID_CUSTOMER_ID', 400, { kind: 'permanent', reason: 'account_not_found' }],
  ['NOT_ADS_USER', 401, { kind: 'permanent', reason: 'no_accounts' }],
  ['OAUTH_TOKEN_REVOKED', 401, { kind: 'permanent', reason: 'refused' }],
  ['GOOGLE_ACCOUNT_COOKIE_INVALID', 400, { kind: 'permanent', reason: 'unauthorized' }],
  ['DEVELOPER_TOKEN_INVALID', 401, { kind: 'ours' }],
  ['DEVELOPER_TOKEN_NOT_APPROVED', 403, { kind: 'ours' }],
  ['DEVELOPER_TOKEN_PROHIBITED', 403, { kind: 'ours' }],
  ['INTERNAL_ERROR', 500, { kind: 'transient', reason: 'unavailable' }],
  ['INTERNAL_ERROR', 400, { kind: 'transient', reason: 'unavailable' }],
];

export const googleAds = (memory?: GrantMemory): Simulator =>
  createGoogleSimulator({
    memory,
    provider: 'google_ads',
    api,
    scope: 'https://www.googleapis.com/auth/adwords',
    app: { developerToken },
    ways: [
      { name: 'the first customer', fields: {}, settings: {}, account: 'Nordlicht Search' },
      { name: 'a customer', fields: {}, settings: { customerId: '2345678901' }, account: 'Nordlicht Shop' },
      {
        name: 'a customer of a manager',
        fields: {},
        settings: { customerId: '2345678901', loginCustomerId: '9876543210' },
        account: 'Nordlicht Shop',
      },
    ],
    faults: [
      {
        name: 'the quota is used up for months',
        kind: 'transient',
        reason: 'rate_limited',
        waitMs: 86_400_000,
        shows: 'verify',
        answer: atList(
          adsError(429, 'RESOURCE_EXHAUSTED', {}, { quotaErrorDetails: { retryDelay: '8640000s' } }),
        ),
      },
      {
        name: 'the version is gone',
        kind: 'ours',
        shows: 'verify',
        answer: atList({ status: 404, text: '<html>' }),
      },
      {
        name: 'no customer',
        kind: 'permanent',
        reason: 'no_accounts',
        shows: 'verify',
        answer: atList({ json: {} }),
      },
      ...codes.map(
        ([code, status, fault]): Fault => ({
          name: `${code} (${status})`,
          ...fault,
          shows: 'verify',
          answer: atList(adsError(status, 'SIMULATED', { simulatedError: code })),
        }),
      ),
      {
        name: 'the quota is used up',
        kind: 'transient',
        reason: 'rate_limited',
        waitMs: 30_000,
        shows: 'verify',
        answer: atList(
          adsError(
            429,
            'RESOURCE_EXHAUSTED',
            { quotaError: 'RESOURCE_EXHAUSTED' },
            { quotaErrorDetails: { retryDelay: '30s' } },
          ),
        ),
      },
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
