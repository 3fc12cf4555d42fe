import { faultAt, noAccounts } from './common-faults.ts';
import { expected, sentObject, unknownPath } from './expected.ts';
import { createGoogleSimulator, googleError } from './google.ts';
import type { GrantMemory } from './grants.ts';
import { type SimulatedAnswer, type SimulatedRequest, type Simulator, way } from './simulator.ts';

const api = 'https://displayvideo.googleapis.com';

const reports = 'https://doubleclickbidmanager.googleapis.com';

const shared = {
  entityStatus: 'ENTITY_STATUS_ACTIVE',
  generalConfig: { currencyCode: 'EUR', timeZone: 'Europe/Oslo' },
};
const partner = { ...shared, partnerId: '1001', displayName: 'Nordlicht Partners' };
const partners = [partner, { ...shared, partnerId: '1002', displayName: 'Südwind Partners' }];
const advertiser = { ...shared, advertiserId: '2002', partnerId: '1001', displayName: 'Nordlicht Brand' };
const advertisers = [
  advertiser,
  { ...shared, advertiserId: '2003', partnerId: '1001', displayName: 'Nordlicht Shop' },
  { ...shared, advertiserId: '3003', partnerId: '1002', displayName: 'Südwind Travel' },
];
const notFound = googleError(404, 'NOT_FOUND');

/** A page of a list; the token of the next one is its offset. */
function page(request: SimulatedRequest, name: string, list: readonly object[]): SimulatedAnswer {
  const { query } = request;
  const start = Number(query.get('pageToken') ?? 0);
  const end = start + Number(query.get('pageSize'));
  const items = list.slice(start, end);
  return {
    json: {
      // Empty lists are left out.
      ...(items.length > 0 && { [name]: items }),
      ...(end < list.length && { nextPageToken: String(end) }),
    },
  };
}

interface Filter {
  readonly type: string;
  readonly value: string;
}

/** Reports: a query, its run, and the finished report. */
function reportAnswer(request: SimulatedRequest): SimulatedAnswer {
  const line = `${request.method} ${request.url.slice(reports.length)}`;
  if (line === 'POST /v2/queries') {
    const { params } = sentObject(request) as { params?: { filters?: readonly Filter[] } };
    const isKnown = ({ type, value }: Filter): boolean =>
      type !== 'FILTER_ADVERTISER' || advertisers.some(({ advertiserId }) => advertiserId === value);
    return (params?.filters ?? []).every(isKnown)
      ? { json: { queryId: '77', params } }
      : googleError(400, 'INVALID_ARGUMENT');
  }
  if (line === 'POST /v2/queries/77:run') return { json: { key: { queryId: '77', reportId: '88' } } };
  if (line !== 'GET /v2/queries/77/reports/88') return unknownPath(request);
  const googleCloudStoragePath = 'https://storage.googleapis.com/simulated?signed';
  return { json: { metadata: { status: { state: 'DONE' }, googleCloudStoragePath } } };
}

export const googleDv360 = (memory?: GrantMemory): Simulator =>
  createGoogleSimulator({
    memory,
    provider: 'google_dv360',
    api,
    otherApis: [reports],
    scope: [
      'https://www.googleapis.com/auth/display-video https://www.googleapis.com/auth/doubleclickbidmanager',
      'https://www.googleapis.com/auth/display-video',
    ],
    ways: [
      way('the first partner', partner.displayName),
      way('a partner', partner.displayName, { partnerId: '1001' }),
      way('an advertiser', advertiser.displayName, { partnerId: '1001', advertiserId: '2002' }),
    ],
    faults: [faultAt('verify', `${api}/v4/partners`, ['no partner', noAccounts, { json: {} }])],
    answer(request, authorization) {
      const headers = { authorization };
      if (request.url.startsWith(reports)) return reportAnswer(request);
      const path = request.url.slice(`${api}/v4/`.length);
      const pageSize = (size: string): boolean => Number(size) >= 1 && Number(size) <= 200;
      const token = { ...(request.query.has('pageToken') && { pageToken: (text: string) => text !== '' }) };
      if (path === 'partners') {
        expected(request, { method: 'GET', headers, query: { pageSize, ...token } });
        return page(request, path, partners);
      }
      if (path === 'advertisers') {
        const partnerId = request.query.get('partnerId');
        expected(request, {
          method: 'GET',
          headers,
          query: { partnerId: (text) => /^\d+$/.test(text), pageSize, ...token },
        });
        return page(
          request,
          path,
          advertisers.filter((each) => each.partnerId === partnerId),
        );
      }
      const [, kind, id, rest] = /^(partners|advertisers)\/(\d+)(\/lineItems)?$/.exec(path) ?? [];
      if (kind === undefined) return unknownPath(request);
      const found =
        kind === 'partners'
          ? partners.find((each) => each.partnerId === id)
          : advertisers.find((each) => each.advertiserId === id);
      if (found === undefined) return notFound;
      if (rest !== undefined)
        return {
          json: {
            lineItems: [
              {
                advertiserId: id,
                lineItemId: `${id}7`,
                displayName: 'Winter',
                entityStatus: 'ENTITY_STATUS_ACTIVE',
              },
            ],
          },
        };
      expected(request, { method: 'GET', headers });
      return { json: found };
    },
  });
