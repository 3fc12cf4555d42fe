import type { Documented } from '../documented.fixture.ts';

const mine = '1234567890';

export const documented: Documented = {
  mine,
  others: ['2345678901', '234-567-8901'],
  requests: [
    {
      api: 'googleads',
      line: `POST customers/${mine}/googleAds:searchStream`,
      json: {
        query:
          "SELECT customer.currency_code, campaign.id, segments.date FROM campaign WHERE segments.date BETWEEN '2026-11-01' AND '2026-11-07' AND campaign.id IN (5555555555, 6666666666)",
      },
    },
    {
      api: 'googleads',
      line: `POST customers/${mine}/googleAds:search`,
      json: { query: 'SELECT campaign.id FROM campaign LIMIT 10000', pageToken: 'abc' },
    },
    {
      api: 'googleads',
      line: `POST customers/${mine}/campaigns:mutate`,
      json: {
        operations: [
          {
            update: {
              resourceName: `customers/${mine}/campaigns/5555555555`,
              name: 'Autumn',
              status: 'PAUSED',
            },
            updateMask: 'name,status',
          },
        ],
        validateOnly: true,
      },
    },
    {
      api: 'googleads',
      line: `POST customers/${mine}/campaignBudgets:mutate`,
      json: {
        operations: [{ create: { name: 'Daily', amountMicros: '5000000000', deliveryMethod: 'STANDARD' } }],
      },
    },
    { api: 'googleads', line: 'POST :listPlannableUserLists', json: { customerId: mine } },
  ],
  elsewhere: [
    'operations.0.create.amountMicros',
    'operations.0.create.name',
    'operations.0.update.name',
    'operations.0.update.resourceName',
    'pageToken',
  ],
};
