import type { Documented } from '../documented.fixture.ts';

const mine = '500100001';

export const documented: Documented = {
  mine,
  others: ['500100002', 'urn:li:sponsoredAccount:500100002'],
  requests: [
    {
      api: 'rest',
      line: `GET adAccounts/${mine}/adCampaigns`,
      query: {
        q: 'search',
        search: '(status:(values:List(ACTIVE)),id:(values:List(600100001)))',
        pageSize: '100',
      },
    },
    {
      api: 'rest',
      line: 'GET adAnalytics',
      query: {
        q: 'analytics',
        pivot: 'CAMPAIGN',
        timeGranularity: 'DAILY',
        dateRange: '(start:(year:2026,month:11,day:1),end:(year:2026,month:11,day:7))',
        accounts: `List(urn:li:sponsoredAccount:${mine})`,
        campaigns: 'List(urn:li:sponsoredCampaign:600100001)',
        fields: 'dateRange,impressions',
      },
    },
    {
      api: 'rest',
      line: `POST adAccounts/${mine}/adCampaigns`,
      json: {
        account: `urn:li:sponsoredAccount:${mine}`,
        name: 'Autumn',
        campaignGroup: 'urn:li:sponsoredCampaignGroup:700100001',
        dailyBudget: { amount: '50.00', currencyCode: 'EUR' },
        associatedEntity: 'urn:li:organization:800100001',
        runSchedule: { start: 1_793_487_600_000 },
        locale: { country: 'DE', language: 'de' },
        targetingCriteria: {
          include: { and: [{ or: { 'urn:li:adTargetingFacet:locations': ['urn:li:geo:101282230'] } }] },
        },
      },
    },
    {
      api: 'rest',
      line: 'POST conversions',
      json: {
        account: `urn:li:sponsoredAccount:${mine}`,
        name: 'Purchase',
        type: 'PURCHASE',
        postClickAttributionWindowSize: 30,
      },
    },
  ],
  elsewhere: [
    '?campaigns',
    '?fields',
    '?pageSize',
    '?q',
    'campaignGroup',
    'dailyBudget.amount',
    'locale.country',
    'locale.language',
    'name',
    'postClickAttributionWindowSize',
    'runSchedule.start',
    'targetingCriteria.include.and.0.or.urn:li:adTargetingFacet:locations.+',
    'targetingCriteria.include.and.0.or.urn:li:adTargetingFacet:locations.0',
    'type',
  ],
};
