import type { Documented } from '../documented.fixture.ts';

const mine = '549755000001';

export const documented: Documented = {
  mine,
  others: ['549755000002'],
  requests: [
    {
      api: 'v5',
      line: `GET ad_accounts/${mine}/campaigns`,
      query: { page_size: '100', bookmark: 'abc', campaign_ids: '549755813599' },
    },
    {
      api: 'v5',
      line: `POST ad_accounts/${mine}/reports`,
      json: {
        start_date: '2026-11-01',
        end_date: '2026-11-07',
        granularity: 'DAY',
        level: 'CAMPAIGN',
        columns: ['CAMPAIGN_ID', 'SPEND_IN_MICRO_DOLLAR'],
        click_window_days: 30,
        engagement_window_days: 30,
        view_window_days: 1,
        report_format: 'JSON',
      },
    },
    { api: 'v5', line: `GET ad_accounts/${mine}/reports`, query: { token: 'abc' } },
    {
      api: 'v5',
      line: `POST ad_accounts/${mine}/campaigns`,
      json: [
        {
          ad_account_id: mine,
          name: 'Autumn',
          status: 'ACTIVE',
          daily_spend_cap: 50_000_000,
          objective_type: 'AWARENESS',
        },
      ],
    },
    { api: 'v5', line: 'GET pins', query: { ad_account_id: mine, page_size: '100' } },
  ],
  elsewhere: [
    '0.daily_spend_cap',
    '0.name',
    '0.objective_type',
    '?bookmark',
    '?campaign_ids',
    '?page_size',
    '?token',
    'click_window_days',
    'columns.+',
    'columns.0',
    'columns.1',
    'end_date',
    'engagement_window_days',
    'start_date',
    'view_window_days',
  ],
};
