import type { Documented } from '../documented.fixture.ts';

const mine = '4455';

export const documented: Documented = {
  mine,
  others: ['4466'],
  requests: [
    { api: 'supply', line: 'GET sites', query: { limit: '100', offset: '0' } },
    {
      api: 'supply',
      line: 'POST report-async',
      json: {
        reportName: 'Week',
        startDate: '2026-11-01T00:00:00',
        endDate: '2026-11-08T00:00:00',
        dimensions: [{ field: 'Day' }, { field: 'SiteId' }],
        metrics: [{ field: 'Impressions', emptyValue: '0' }],
        useCaseId: 'Holistic',
        dateFormat: 'yyyy-MM-dd',
        timezone: 'Network',
      },
    },
    {
      api: 'supply',
      line: 'POST report-async',
      json: { dimensions: ['Day'], metrics: ['Impressions'], useCaseId: 'Adserving' },
    },
  ],
  elsewhere: [
    '?limit',
    '?offset',
    'dimensions.+',
    'dimensions.0',
    'dimensions.0.field',
    'dimensions.1.field',
    'endDate',
    'metrics.+',
    'metrics.0',
    'metrics.0.field',
    'reportName',
    'startDate',
    'timezone',
    'useCaseId',
  ],
};
