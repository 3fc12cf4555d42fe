import type { Documented } from '../documented.fixture.ts';

const mine = '1001';
const headers = { customeraccountid: mine };

export const documented: Documented = {
  mine,
  others: ['1002'],
  requests: [
    {
      api: 'campaign',
      line: 'POST Campaigns/QueryByAccountId',
      headers,
      json: { AccountId: mine, CampaignType: 'Search,Shopping,PerformanceMax' },
    },
    {
      api: 'campaign',
      line: 'POST Ads/QueryByAdGroupId',
      headers,
      json: { AdGroupId: '55501', AdTypes: ['ResponsiveSearch'] },
    },
    {
      api: 'campaign',
      line: 'POST Campaigns',
      headers,
      json: {
        AccountId: mine,
        Campaigns: [
          {
            Name: 'Autumn',
            BudgetType: 'DailyBudgetStandard',
            DailyBudget: 5000,
            Status: 'Paused',
            TimeZone: 'BerlinRome',
          },
        ],
      },
    },
    {
      api: 'reporting',
      line: 'POST GenerateReport/Submit',
      json: {
        ReportRequest: {
          Type: 'CampaignPerformanceReportRequest',
          Format: 'Csv',
          FormatVersion: '2.0',
          ExcludeReportHeader: true,
          Aggregation: 'Daily',
          Columns: ['TimePeriod', 'AccountId', 'CampaignId'],
          Scope: {
            AccountIds: [mine],
            Campaigns: [{ AccountId: mine, CampaignId: '55501' }],
            AdGroups: [{ AccountId: mine, CampaignId: '55501', AdGroupId: '66601' }],
          },
          Time: {
            CustomDateRangeStart: { Day: 1, Month: 11, Year: 2026 },
            CustomDateRangeEnd: { Day: 7, Month: 11, Year: 2026 },
            ReportTimeZone: 'GreenwichMeanTimeDublinEdinburghLisbonLondon',
          },
        },
      },
    },
    { api: 'reporting', line: 'POST GenerateReport/Poll', json: { ReportRequestId: '300012' } },
    {
      api: 'bulk',
      line: 'POST Campaigns/DownloadByAccountIds',
      headers,
      json: {
        AccountIds: [mine],
        DataScope: 'EntityData',
        DownloadEntities: ['Campaigns'],
        DownloadFileType: 'Csv',
        FormatVersion: '6.0',
      },
    },
  ],
  elsewhere: [
    'AdGroupId',
    'AdTypes.+',
    'AdTypes.0',
    'CampaignType',
    'Campaigns.+',
    'Campaigns.0.BudgetType',
    'Campaigns.0.DailyBudget',
    'Campaigns.0.Name',
    'Campaigns.0.TimeZone',
    'DownloadFileType',
    'FormatVersion',
    'ReportRequest.Columns.+',
    'ReportRequest.Columns.0',
    'ReportRequest.Columns.1',
    'ReportRequest.Columns.2',
    'ReportRequest.FormatVersion',
    'ReportRequest.Scope.AdGroups.+',
    'ReportRequest.Scope.AdGroups.0.AdGroupId',
    'ReportRequest.Scope.AdGroups.0.CampaignId',
    'ReportRequest.Scope.Campaigns.+',
    'ReportRequest.Scope.Campaigns.0.CampaignId',
    'ReportRequest.Time.CustomDateRangeEnd.Day',
    'ReportRequest.Time.CustomDateRangeEnd.Month',
    'ReportRequest.Time.CustomDateRangeEnd.Year',
    'ReportRequest.Time.CustomDateRangeStart.Day',
    'ReportRequest.Time.CustomDateRangeStart.Month',
    'ReportRequest.Time.CustomDateRangeStart.Year',
    'ReportRequest.Time.ReportTimeZone',
    'ReportRequest.Type',
    'ReportRequestId',
  ],
};
