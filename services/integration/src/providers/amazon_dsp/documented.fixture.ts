import type { Documented } from '../documented.fixture.ts';

const mine = '590000000000000001';
const headers = { 'amazon-ads-accountid': mine };

export const documented: Documented = {
  mine,
  others: ['590000000000000002', 'ENTITY2200002'],
  requests: [
    {
      api: 'ads',
      line: 'POST dsp/v1/campaigns/list',
      headers,
      json: { maxResults: 100, nextToken: 'abc', campaignIdFilter: { include: ['580000000000000001'] } },
    },
    { api: 'ads', line: 'GET dsp/orders', query: { advertiserId: mine, count: '100', startIndex: '0' } },
    {
      api: 'ads',
      line: `POST accounts/${mine}/dsp/reports`,
      json: {
        advertiserIds: [mine],
        startDate: '2026-11-01',
        endDate: '2026-11-07',
        type: 'CAMPAIGN',
        dimensions: ['ORDER'],
        timeUnit: 'DAILY',
      },
    },
    {
      api: 'ads',
      line: 'POST reporting/reports',
      headers,
      json: {
        name: 'Week',
        startDate: '2026-11-01',
        endDate: '2026-11-07',
        configuration: {
          adProduct: 'DEMAND_SIDE_PLATFORM',
          reportTypeId: 'dspCampaign',
          groupBy: ['campaign'],
          columns: ['date', 'advertiserId', 'orderId'],
          filters: [{ field: 'advertiserId', values: [mine] }],
          timeUnit: 'DAILY',
          format: 'GZIP_JSON',
        },
      },
    },
    {
      api: 'ads',
      line: 'POST adsApi/v1/query/campaigns',
      headers,
      json: {
        maxResults: 100,
        accessRequestedAccounts: [{ advertiserAccountId: mine }],
        advertiserAccount: { id: mine },
      },
    },
  ],
  elsewhere: [
    '?count',
    '?startIndex',
    'campaignIdFilter.include.+',
    'campaignIdFilter.include.0',
    'configuration.adProduct',
    'configuration.columns.+',
    'configuration.columns.0',
    'configuration.columns.1',
    'configuration.columns.2',
    'configuration.filters.0.field',
    'configuration.reportTypeId',
    'dimensions.+',
    'dimensions.0',
    'endDate',
    'maxResults',
    'name',
    'nextToken',
    'startDate',
    'type',
  ],
};
