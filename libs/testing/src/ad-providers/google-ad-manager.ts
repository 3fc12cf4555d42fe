import { faultAt, noAccounts } from './common-faults.ts';
import { expected, sentObject, unknownPath } from './expected.ts';
import { createGoogleSimulator, googleError } from './google.ts';
import type { GrantMemory } from './grants.ts';
import { type SimulatedAnswer, type SimulatedRequest, type Simulator, way } from './simulator.ts';

const api = 'https://admanager.googleapis.com';

const network = {
  name: 'networks/21700000001',
  networkCode: '21700000001',
  displayName: 'Nordlicht Publishing',
  currencyCode: 'EUR',
  timeZone: 'Europe/Oslo',
  testNetwork: false,
};
const networks = [
  network,
  { ...network, name: 'networks/21700000002', networkCode: '21700000002', displayName: 'Nordlicht Video' },
];

/** Answers requests below a network. A report is done at once. */
function answerIn(name: string, path: string, request: SimulatedRequest): SimulatedAnswer | undefined {
  switch (`${request.method} ${path}`.trim()) {
    case 'GET':
      return { json: networks.find((each) => each.name === name) };
    case 'GET lineItems':
      return { json: { lineItems: [{ name: `${name}/lineItems/7`, displayName: `Winter of ${name}` }] } };
    case 'POST reports':
      return { json: { ...sentObject(request), name: `${name}/reports/456` } };
    case 'POST reports/456:run':
      return { json: { name: `${name}/operations/reports/runs/789` } };
    case 'GET operations/reports/runs/789':
      return { json: { done: true, response: { reportResult: `${name}/reports/456/results/1` } } };
    case 'GET reports/456/results/1:fetchRows':
      return { json: { rows: [{ dimensionValues: [{ stringValue: name }], metricValueGroups: [] }] } };
    default:
      return undefined;
  }
}

export const googleAdManager = (memory?: GrantMemory): Simulator =>
  createGoogleSimulator({
    memory,
    provider: 'google_ad_manager',
    api,
    scope: [
      'https://www.googleapis.com/auth/admanager.readonly',
      'https://www.googleapis.com/auth/admanager',
    ],
    ways: [
      way('the first network', network.displayName),
      way('a network', network.displayName, { networkCode: network.networkCode }),
    ],
    faults: [faultAt('verify', `${api}/v1/networks`, ['no network', noAccounts, { json: { networks: [] } }])],
    answer(request, authorization) {
      if (request.url === `${api}/v1/networks`) {
        expected(request, { method: 'GET', headers: { authorization }, query: { pageSize: '1000' } });
        return { json: { networks } };
      }
      const [, name, path = ''] = /\/v1\/(networks\/\d+)\/?(.*)$/.exec(request.url) ?? [];
      if (name === undefined) return unknownPath(request);
      if (networks.every((each) => each.name !== name)) return googleError(404, 'NOT_FOUND');
      return answerIn(name, path, request) ?? unknownPath(request);
    },
  });
