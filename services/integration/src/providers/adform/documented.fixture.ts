import type { Documented } from '../documented.fixture.ts';

const mine = '4001';

export const documented: Documented = {
  mine,
  others: ['4002'],
  requests: [
    { api: 'buyer', line: 'GET v1/buyer/campaigns', query: { advertisers: mine, limit: '100', offset: '0' } },
    {
      api: 'buyer',
      line: 'POST v1/buyer/stats/data',
      json: {
        dimensions: ['date', 'clientID', 'campaignID', 'campaign', 'campaignCurrency'],
        metrics: [{ metric: 'impressions' }, { metric: 'clicks' }],
        filter: {
          date: { from: '2026-11-01', to: '2026-11-07' },
          client: { id: [4001] },
          campaign: { active: 'all', id: [55501] },
        },
        paging: { offset: 0, limit: 0 },
        includeTotals: false,
      },
    },
    {
      api: 'buyer',
      line: 'POST v1/buyer/campaigns',
      json: { advertiserId: 4001, name: 'Autumn', budget: 5000, currency: 'EUR', startDate: '2026-11-01' },
    },
  ],
  elsewhere: [
    '?limit',
    '?offset',
    'budget',
    'currency',
    'dimensions.+',
    'dimensions.0',
    'dimensions.1',
    'dimensions.2',
    'dimensions.3',
    'dimensions.4',
    'filter.campaign.id.+',
    'filter.campaign.id.0',
    'filter.date.from',
    'filter.date.to',
    'metrics.+',
    'metrics.0.metric',
    'metrics.1.metric',
    'name',
    'paging.limit',
    'paging.offset',
    'startDate',
  ],
};
