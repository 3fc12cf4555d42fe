import type { Documented } from '../documented.fixture.ts';

const mine = '156209';

export const documented: Documented = {
  mine,
  others: ['156210'],
  requests: [
    {
      api: 'api',
      line: `GET v1/analytics/data/publisher/${mine}`,
      query: {
        dateUnit: 'date',
        dimensions: 'date,siteId',
        metrics: 'netRevenue,paidImpressions',
        fromDate: '2026-11-01T00:00',
        toDate: '2026-11-07T23:59',
        pageSize: '10000',
        pageNumber: '1',
      },
    },
    {
      api: 'api',
      line: 'GET v3/pmp/deals',
      query: { filters: `loggedInOwnerId eq ${mine}`, pageNumber: '1', pageSize: '100' },
    },
    { api: 'api', line: 'GET v3/pmp/deals', query: { loggedInOwnerId: mine, loggedInOwnerTypeId: '1' } },
    { api: 'api', line: 'POST v1/inventory/sites', json: { ownerId: mine, name: 'Home', platformId: 1 } },
  ],
  elsewhere: [
    '?dimensions',
    '?fromDate',
    '?loggedInOwnerTypeId',
    '?metrics',
    '?pageNumber',
    '?pageSize',
    '?toDate',
    'name',
    'platformId',
  ],
};
