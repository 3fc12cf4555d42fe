import { accountNotFound, faultsAt, maintenance, noAccess, refused } from './common-faults.ts';
import { expected, unknownPath } from './expected.ts';
import { type Simulator, way } from './simulator.ts';

const api = 'https://api.rubiconproject.com';
const reportUrl = `${api}/analytics/v1/report/`;
const apiKey = 'magnite-key';
const apiSecret = 'magnite-secret';
const offlineUrl = `${api}/analytics/v2/default`;
const publisherId = '17150';
/** The publishers that the key may read. */
const publishers = [publisherId, '17152'];
const authorization = `Basic ${Buffer.from(`${apiKey}:${apiSecret}`).toString('base64')}`;

export const magnite = (): Simulator => ({
  provider: 'magnite',
  addresses: [api],
  installation: {},
  ways: [way('the publisher of the settings', publisherId, { publisherId }, { apiKey, apiSecret })],
  faults: [
    ...faultsAt(
      'verify',
      reportUrl,
      [
        'the key is wrong or was withdrawn',
        refused,
        { status: 401, headers: { 'www-authenticate': 'Basic' } },
      ],
      [
        'the key has no rights to the publisher',
        noAccess,
        { status: 403, json: { message: 'Not authorized' } },
      ],
      [
        'the publisher is no good value',
        accountNotFound,
        { status: 422, json: { message: 'Invalid account' } },
      ],
      ['the report is not served any more', 'ours', { status: 404 }],
      ['a page for people instead of JSON', 'transient', { text: '<html>Scheduled maintenance</html>' }],
    ),
    ...maintenance(reportUrl, 'verify'),
  ],
  renews: false,
  revokes: false,
  answer(request) {
    if (request.url === reportUrl)
      expected(request, {
        method: 'GET',
        headers: { authorization: (value) => value.startsWith('Basic ') },
        query: {
          account: (account) => /^publisher\/\d+$/.test(account),
          dateRange: 'yesterday',
          dimensions: 'date',
          metrics: 'impressions',
          format: 'json',
        },
      });
    else if (!request.url.startsWith(offlineUrl)) return unknownPath(request);
    if (request.headers['authorization'] !== authorization) return { status: 401 };
    const publisher = /^publisher\/(\d+)$/.exec(request.query.get('account') ?? '')?.[1];
    if (publisher === undefined) return { status: 422, json: { message: 'Invalid account' } };
    if (!publishers.includes(publisher)) return { status: 403, json: { message: 'Not authorized' } };
    switch (`${request.method} ${request.url}`) {
      case `GET ${reportUrl}`:
        return { json: { data: { items: [{ date: '2026-11-14', impressions: 1200 }] } } };
      case `POST ${offlineUrl}`:
        return { json: { offline_report_id: `${publisher}-1` } };
      case `GET ${offlineUrl}/${publisher}-1`:
        return { json: { status: 'success' } };
      case `GET ${offlineUrl}/${publisher}-1/data`:
        return { json: { content: [{ site: `Site of ${publisher}` }], page: { total_pages: 1 } } };
      default:
        return { status: 404 };
    }
  },
  secrets: () => [apiKey, apiSecret],
});
