import { expected, unknownPath } from './expected.ts';
import { createGoogleSimulator, googleError } from './google.ts';
import type { GrantMemory } from './grants.ts';
import type { Simulator } from './simulator.ts';

const api = 'https://admanager.googleapis.com';

const network = {
  name: 'networks/21700000001',
  networkCode: '21700000001',
  displayName: 'Nordlicht Publishing',
  currencyCode: 'EUR',
  timeZone: 'Europe/Oslo',
  testNetwork: false,
};

export const googleAdManager = (memory?: GrantMemory): Simulator =>
  createGoogleSimulator({
    memory,
    provider: 'google_ad_manager',
    api,
    scope: 'https://www.googleapis.com/auth/admanager',
    ways: [
      { name: 'the first network', fields: {}, settings: {}, account: network.displayName },
      {
        name: 'a network',
        fields: {},
        settings: { networkCode: network.networkCode },
        account: network.displayName,
      },
    ],
    faults: [
      {
        name: 'no network',
        kind: 'permanent',
        reason: 'no_accounts',
        shows: 'verify',
        answer: ({ url }) => (url === `${api}/v1/networks` ? { json: { networks: [] } } : undefined),
      },
    ],
    answer(request, authorization) {
      const headers = { authorization };
      switch (request.url) {
        case `${api}/v1/networks`:
          expected(request, { method: 'GET', headers });
          return { json: { networks: [network] } };
        case `${api}/v1/networks/${network.networkCode}`:
          expected(request, { method: 'GET', headers });
          return { json: network };
        default:
          return /\/v1\/networks\/\d+$/.test(request.url)
            ? googleError(404, 'NOT_FOUND')
            : unknownPath(request);
      }
    },
  });
