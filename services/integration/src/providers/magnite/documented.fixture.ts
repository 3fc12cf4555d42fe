import type { Documented } from '../documented.fixture.ts';

const mine = '17150';

export const documented: Documented = {
  mine,
  others: ['17152'],
  requests: [
    {
      api: 'dvplus',
      line: 'POST analytics/v2/default',
      query: { account: `publisher/${mine}` },
      json: {
        criteria: {
          dimension: 'date,site',
          metric: 'seller_net_revenue,paid_impression',
          start: '2026-11-01T00:00:00Z',
          end: '2026-11-07T23:59:59Z',
          timezone: 'America/Los_Angeles',
          currency: 'USD',
          limit: 500_000,
        },
      },
    },
    {
      api: 'dvplus',
      line: 'GET analytics/v2/default/31/data',
      query: { account: `publisher/${mine}`, format: 'json', page: '1', size: '50000' },
    },
    {
      api: 'dvplus',
      line: 'GET analytics/v1/report',
      query: {
        account: `publisher/${mine}`,
        dateRange: 'yesterday',
        dimensions: 'date',
        metrics: 'impressions',
        format: 'json',
      },
    },
  ],
  elsewhere: [
    '?dimensions',
    '?metrics',
    '?page',
    '?size',
    'criteria.currency',
    'criteria.dimension',
    'criteria.end',
    'criteria.limit',
    'criteria.metric',
    'criteria.start',
    'criteria.timezone',
  ],
};
