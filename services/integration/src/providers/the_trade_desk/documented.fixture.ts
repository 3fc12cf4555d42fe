import type { Documented } from '../documented.fixture.ts';

const mine = 'nordlicht7';

export const documented: Documented = {
  mine,
  others: ['suedwind7', 'h1xwqwe'],
  requests: [
    {
      api: 'platform',
      line: 'POST campaign/query/advertiser',
      json: { AdvertiserId: mine, PageStartIndex: 0, PageSize: 100 },
    },
    {
      api: 'platform',
      line: 'POST myreports/reportexecution/query/advertisers',
      json: {
        AdvertiserIds: [mine],
        ReportScheduleIds: [4711],
        ExecutionStates: ['Complete'],
        PageStartIndex: 0,
        PageSize: 10,
      },
    },
    {
      api: 'platform',
      line: 'POST myreports/reportschedule',
      json: {
        ReportScheduleName: 'Week',
        ReportTemplateId: 168_005,
        ReportFileFormat: 'CSV',
        ReportDateRange: 'Custom',
        ReportStartDateInclusive: '2026-11-01',
        ReportEndDateExclusive: '2026-11-08',
        ReportFrequency: 'Once',
        ScheduleStartDate: '2026-11-18T00:00:00',
        TimeZone: 'UTC',
        ReportDateFormat: 'Sortable',
        ReportNumericFormat: 'US',
        IncludeHeaders: true,
        AdvertiserFilters: [mine],
      },
    },
    {
      api: 'platform',
      line: 'POST campaign',
      json: {
        AdvertiserId: mine,
        CampaignName: 'Autumn',
        Budget: { Amount: 5000, CurrencyCode: 'EUR' },
        StartDate: '2026-11-01T00:00:00',
      },
    },
  ],
  elsewhere: [
    'Budget.Amount',
    'CampaignName',
    'PageSize',
    'PageStartIndex',
    'ReportFrequency',
    'ReportScheduleIds.+',
    'ReportScheduleIds.0',
    'ReportScheduleName',
    'ReportTemplateId',
    'ScheduleStartDate',
    'StartDate',
    'TimeZone',
  ],
};
