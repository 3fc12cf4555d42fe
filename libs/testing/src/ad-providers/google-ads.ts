import { expected, unknownPath } from './expected.ts';
import { createGoogleSimulator, googleError } from './google.ts';
import type { Fault, SimulatedAnswer, Simulator } from './simulator.ts';

const api = 'https://googleads.googleapis.com';
const developerToken = 'dev-token-of-22-chars.';
const listUrl = `${api}/v25/customers:listAccessibleCustomers`;
const query =
  'SELECT customer.id, customer.descriptive_name, customer.currency_code, customer.manager FROM customer LIMIT 1';

const names: Readonly<Record<string, string>> = {
  '1234567890': 'Nordlicht Search',
  '2345678901': 'Nordlicht Shop',
};

/** An error in the detail of the API's own envelope. */
const adsError = (status: number, word: string, errorCode: object, details: object = {}): SimulatedAnswer =>
  googleError(status, word, [{ errors: [{ errorCode, message: 'Simulated.', details }] }]);

const atList =
  (answer: SimulatedAnswer): Fault['answer'] =>
  ({ url }) =>
    url === listUrl ? answer : undefined;

export const googleAds = (): Simulator =>
  createGoogleSimulator({
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
        name: 'no customer',
        kind: 'permanent',
        reason: 'no_accounts',
        shows: 'verify',
        answer: atList({ json: {} }),
      },
      {
        name: 'our developer token is not approved',
        kind: 'ours',
        shows: 'verify',
        answer: atList(
          adsError(403, 'PERMISSION_DENIED', { authorizationError: 'DEVELOPER_TOKEN_NOT_APPROVED' }),
        ),
      },
      {
        name: 'no user of Google Ads',
        kind: 'permanent',
        reason: 'no_accounts',
        shows: 'verify',
        answer: atList(adsError(401, 'UNAUTHENTICATED', { authenticationError: 'NOT_ADS_USER' })),
      },
      {
        name: 'the quota is used up',
        kind: 'transient',
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
        return { json: { resourceNames: Object.keys(names).map((id) => `customers/${id}`) } };
      }
      const customerId = /\/v25\/customers\/(\d{10})\/googleAds:search$/.exec(request.url)?.[1];
      if (customerId === undefined) return unknownPath(request);
      const manager = request.headers['login-customer-id'];
      expected(request, {
        method: 'POST',
        headers: { ...headers, ...(manager !== undefined && { 'login-customer-id': '9876543210' }) },
        json: { query },
      });
      const descriptiveName = names[customerId];
      return descriptiveName === undefined
        ? adsError(403, 'PERMISSION_DENIED', { authorizationError: 'USER_PERMISSION_DENIED' })
        : { json: { results: [{ customer: { id: customerId, descriptiveName, currencyCode: 'EUR' } }] } };
    },
  });
