import type { Documented } from '../documented.fixture.ts';

const mine = '190001';

export const documented: Documented = {
  mine,
  others: ['190002'],
  requests: [
    {
      api: 'app',
      line: 'POST reporting/agg/v1/report-specs',
      json: {
        accounts: [190_001],
        reportTitle: 'Week',
        fileType: 'csv',
        querySpec: { fields: ['day', 'site_name', 'impressions'] },
        dateRange: { from: '2026-11-01', to: '2026-11-07' },
      },
    },
    { api: 'app', line: 'POST reporting/agg/v1/report-runs', needsAll: true, json: { reportID: 4711 } },
    {
      api: 'app',
      line: 'GET reporting/agg/v1/report-files/list',
      query: { accountIDs: mine, status: 'new' },
    },
    { api: 'app', line: 'GET reporting/agg/v1/report-specs/info', query: { accountIDs: `${mine},${mine}` } },
  ],
  elsewhere: [
    'dateRange.from',
    'dateRange.to',
    'fileType',
    'querySpec.fields.+',
    'querySpec.fields.0',
    'querySpec.fields.1',
    'querySpec.fields.2',
    'reportID',
    'reportTitle',
  ],
};
