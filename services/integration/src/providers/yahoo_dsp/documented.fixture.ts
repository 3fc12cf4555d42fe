import type { Documented } from '../documented.fixture.ts';

const mine = '7001003';

export const documented: Documented = {
  mine,
  others: ['7001004'],
  requests: [
    { api: 'traffic', line: 'GET traffic/campaigns', query: { accountId: mine, page: '1', limit: '100' } },
    {
      api: 'traffic',
      line: 'POST traffic/campaigns',
      json: {
        accountId: 7_001_003,
        name: 'Autumn',
        status: 'ACTIVE',
        goalType: 'CPC',
        budgetSchedules: [{ budget: 5000, startDate: '2026-11-01' }],
      },
    },
    {
      api: 'reporting',
      line: 'POST yamplus_api/extreport',
      json: {
        reportOption: {
          timezone: 'Europe/Berlin',
          currency: 4,
          accountIds: [7_001_003],
          dimensionTypeIds: [4, 5],
          metricTypeIds: [1, 2, 44, 23, 137],
        },
        intervalTypeId: 2,
        dateTypeId: 11,
        startDate: '2026-11-01T00:00:00+01:00',
        endDate: '2026-11-07T23:59:59+01:00',
      },
    },
    {
      api: 'reporting',
      line: 'GET yamplus_api/extreport/cob',
      query: { advertiserId: mine, day: '20261107' },
    },
  ],
  elsewhere: [
    '?day',
    '?limit',
    '?page',
    'budgetSchedules.+',
    'budgetSchedules.0.budget',
    'budgetSchedules.0.startDate',
    'dateTypeId',
    'endDate',
    'goalType',
    'intervalTypeId',
    'name',
    'reportOption.currency',
    'reportOption.dimensionTypeIds.+',
    'reportOption.dimensionTypeIds.0',
    'reportOption.dimensionTypeIds.1',
    'reportOption.metricTypeIds.+',
    'reportOption.metricTypeIds.0',
    'reportOption.metricTypeIds.1',
    'reportOption.metricTypeIds.2',
    'reportOption.metricTypeIds.3',
    'reportOption.metricTypeIds.4',
    'reportOption.timezone',
    'startDate',
  ],
};
