import type { Documented } from '../documented.fixture.ts';

const mine = '9325';

export const documented: Documented = {
  mine,
  others: ['9326'],
  requests: [
    { api: 'platform', line: 'GET publisher', query: { start_element: '0', num_elements: '100' } },
    {
      api: 'platform',
      line: 'GET placement',
      query: { id: '55501', member_id: mine, publisher_id: '32101' },
    },
    {
      api: 'platform',
      line: 'POST report',
      query: { publisher_id: '32101' },
      json: {
        report: {
          report_type: 'network_analytics',
          start_date: '2026-11-01 00:00:00',
          end_date: '2026-11-08 00:00:00',
          timezone: 'UTC',
          columns: ['day', 'publisher_id', 'imps'],
          filters: [{ seller_member_id: mine }],
          format: 'csv',
          reporting_decimal_type: 'decimal',
        },
      },
    },
    {
      api: 'platform',
      line: 'PUT placement',
      query: { id: '55501' },
      json: { placement: { name: 'Home', member_id: 9325, publisher_id: 32_101 } },
    },
  ],
  elsewhere: [
    '?id',
    '?num_elements',
    '?publisher_id',
    '?start_element',
    'placement.name',
    'placement.publisher_id',
    'report.columns.+',
    'report.columns.0',
    'report.columns.1',
    'report.columns.2',
    'report.end_date',
    'report.report_type',
    'report.reporting_decimal_type',
    'report.start_date',
    'report.timezone',
  ],
};
