import type { Documented } from '../documented.fixture.ts';

const mine = 'cccccccc-0000-4000-8000-000000000000';

export const documented: Documented = {
  mine,
  others: ['dddddddd-0000-4000-8000-000000000000'],
  requests: [
    { api: 'ads', line: `GET adaccounts/${mine}/campaigns`, query: { limit: '100' } },
    {
      api: 'ads',
      line: `GET adaccounts/${mine}/stats`,
      query: {
        granularity: 'DAY',
        breakdown: 'campaign',
        fields: 'impressions,spend',
        start_time: '2026-11-01T00:00:00.000-07:00',
        end_time: '2026-11-08T00:00:00.000-08:00',
        swipe_up_attribution_window: '28_DAY',
      },
    },
    {
      api: 'ads',
      line: `POST adaccounts/${mine}/campaigns`,
      json: {
        campaigns: [
          {
            ad_account_id: mine,
            name: 'Autumn',
            status: 'PAUSED',
            start_time: '2026-11-01T00:00:00.000Z',
            daily_budget_micro: 50_000_000,
          },
        ],
      },
    },
    {
      api: 'ads',
      line: 'POST mmm/reports',
      json: { ad_account_id: mine, start_time: '2026-11-01T00:00:00.000Z' },
    },
  ],
  elsewhere: [
    '?end_time',
    '?fields',
    '?limit',
    '?start_time',
    '?swipe_up_attribution_window',
    'campaigns.+',
    'campaigns.0.daily_budget_micro',
    'campaigns.0.name',
    'campaigns.0.start_time',
    'start_time',
  ],
};
