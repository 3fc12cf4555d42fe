import type { Documented } from '../documented.fixture.ts';

const mine = '78421';

export const documented: Documented = {
  mine,
  others: ['78422'],
  requests: [
    {
      api: 'marketing',
      line: 'POST marketing-solutions/campaigns/search',
      json: { filters: { advertiserIds: [mine], campaignIds: ['55501'] } },
    },
    {
      api: 'marketing',
      line: 'POST statistics/report',
      json: {
        advertiserIds: mine,
        startDate: '2026-11-01',
        endDate: '2026-11-07',
        format: 'json',
        currency: 'EUR',
        timezone: 'UTC',
        dimensions: ['Day', 'AdvertiserId', 'CampaignId'],
        metrics: ['Displays', 'Clicks', 'AdvertiserCost'],
      },
    },
    {
      api: 'marketing',
      line: 'POST transactions/report',
      json: {
        data: [
          {
            type: 'Report',
            attributes: {
              advertiserIds: `${mine},${mine}`,
              startDate: '2026-11-01',
              endDate: '2026-11-07',
              format: 'json',
              currency: 'EUR',
            },
          },
        ],
      },
    },
    {
      api: 'marketing',
      line: 'POST marketing-solutions/audiences/search',
      json: { data: { type: 'Audience', attributes: { advertiserIds: [mine], audienceIds: ['66601'] } } },
    },
    {
      api: 'marketing',
      line: 'POST marketing-solutions/campaigns',
      json: {
        data: {
          type: 'Campaign',
          attributes: {
            advertiserId: mine,
            name: 'Autumn',
            goal: 'Acquisition',
            spendLimit: { spendLimitType: 'capped', spendLimitAmount: { value: 5000 } },
          },
        },
      },
    },
    {
      api: 'marketing',
      line: 'GET marketing-solutions/audience-segments/in-market-brands',
      query: { 'advertiser-id': mine, country: 'DE' },
    },
  ],
  elsewhere: [
    '?country',
    'currency',
    'data.0.attributes.currency',
    'data.0.attributes.endDate',
    'data.0.attributes.startDate',
    'data.0.type',
    'data.attributes.audienceIds.+',
    'data.attributes.audienceIds.0',
    'data.attributes.goal',
    'data.attributes.name',
    'data.attributes.spendLimit.spendLimitAmount.value',
    'data.attributes.spendLimit.spendLimitType',
    'data.type',
    'dimensions.+',
    'dimensions.0',
    'dimensions.1',
    'dimensions.2',
    'endDate',
    'filters.campaignIds.+',
    'filters.campaignIds.0',
    'metrics.+',
    'metrics.0',
    'metrics.1',
    'metrics.2',
    'startDate',
    'timezone',
  ],
};
