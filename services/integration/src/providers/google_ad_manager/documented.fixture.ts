import type { Documented } from '../documented.fixture.ts';

const mine = '21700000001';

export const documented: Documented = {
  mine,
  others: ['21700000002'],
  requests: [
    {
      api: 'admanager',
      line: `GET networks/${mine}/lineItems`,
      query: { pageSize: '100', filter: 'displayName = "Autumn"' },
    },
    {
      api: 'admanager',
      line: `POST networks/${mine}/reports`,
      json: {
        displayName: 'Week',
        visibility: 'HIDDEN',
        reportDefinition: {
          reportType: 'HISTORICAL',
          dimensions: ['DATE', 'AD_UNIT_ID', 'AD_UNIT_NAME'],
          metrics: ['IMPRESSIONS', 'REVENUE'],
          dateRange: {
            fixed: {
              startDate: { year: 2026, month: 11, day: 1 },
              endDate: { year: 2026, month: 11, day: 7 },
            },
          },
        },
      },
    },
    { api: 'admanager', line: `POST networks/${mine}/reports/456:run`, json: {} },
    {
      api: 'admanager',
      line: `GET networks/${mine}/reports/456/results/1:fetchRows`,
      query: { pageSize: '10000', pageToken: 'abc' },
    },
    {
      api: 'admanager',
      line: `POST networks/${mine}/placements`,
      json: { displayName: 'Home', targetedAdUnits: [`networks/${mine}/adUnits/777000`] },
    },
  ],
  elsewhere: [
    '?pageSize',
    '?pageToken',
    'displayName',
    'reportDefinition.dateRange.fixed.endDate.day',
    'reportDefinition.dateRange.fixed.endDate.month',
    'reportDefinition.dateRange.fixed.endDate.year',
    'reportDefinition.dateRange.fixed.startDate.day',
    'reportDefinition.dateRange.fixed.startDate.month',
    'reportDefinition.dateRange.fixed.startDate.year',
    'reportDefinition.dimensions.+',
    'reportDefinition.dimensions.0',
    'reportDefinition.dimensions.1',
    'reportDefinition.dimensions.2',
    'reportDefinition.metrics.+',
    'reportDefinition.metrics.0',
    'reportDefinition.metrics.1',
    'reportDefinition.reportType',
    'targetedAdUnits.+',
    'targetedAdUnits.0',
  ],
};
