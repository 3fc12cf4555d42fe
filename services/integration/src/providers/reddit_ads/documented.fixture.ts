import type { Documented } from '../documented.fixture.ts';

const mine = 'a2_nord1';

export const documented: Documented = {
  mine,
  others: ['a2_nord2', '0d0f7a50-4f0e-4a52-9d3c-0b6f0a1d2222'],
  requests: [
    { api: 'ads', line: `GET ad_accounts/${mine}/campaigns`, query: { 'page.size': '100' } },
    {
      api: 'ads',
      line: `POST ad_accounts/${mine}/reports`,
      query: { 'page.token': 'abc' },
      json: {
        data: {
          starts_at: '2026-11-01T00:00:00Z',
          ends_at: '2026-11-08T00:00:00Z',
          time_zone_id: 'GMT',
          breakdowns: ['CAMPAIGN_ID', 'DATE'],
          fields: ['SPEND', 'IMPRESSIONS'],
        },
      },
    },
    { api: 'ads', line: 'POST forecasting/bid_suggestions', json: { data: { ad_account_id: mine } } },
    {
      api: 'ads',
      line: `POST ad_accounts/${mine}/campaigns`,
      json: {
        data: {
          name: 'Autumn',
          objective: 'CLICKS',
          configured_status: 'PAUSED',
          spend_cap: 50_000_000,
          funding_instrument_id: '77701',
        },
      },
    },
  ],
  elsewhere: [
    '?page.size',
    '?page.token',
    'data.ends_at',
    'data.fields.+',
    'data.fields.0',
    'data.fields.1',
    'data.name',
    'data.spend_cap',
    'data.starts_at',
  ],
};
