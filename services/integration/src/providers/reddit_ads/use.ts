import type { Use } from '../../connector/use.ts';
import { baseUrlOf } from './connector.ts';

/** https://ads-api.reddit.com/docs/v3/ */
export const useOfRedditAds: Use = {
  access: ['read', 'manage'],
  hasReadScope: true,
  apis: [
    {
      name: 'ads',
      description: 'Campaigns, ad groups, ads, audiences and reports',
      baseUrl: (_settings, app) => baseUrlOf(app),
      reads: [
        'POST /ad_accounts/*/reports',
        'POST /ad_accounts/*/history',
        'POST /ad_accounts/*/forecasting/audience_and_delivery_estimates',
        'POST /forecasting/bid_suggestions',
        'POST /businesses/*/ad_accounts/query',
        'POST /businesses/*/funding_instruments/query',
        'POST /targeting/geolocations_validations',
        'POST /targeting/keyword_suggestions',
        'POST /targeting/keyword_validations',
      ],
      refused: ['/**/members**', '/**/invitations**', '/**access_token**'],
      account: {
        // Campaigns and everything below are reached by their own ids, which do not tell the ad account.
        path: ['/ad_accounts/{account}/**', '/businesses/{account}/**'],
        query: [{ at: 'ad_account_id', on: [] }],
        body: [
          { at: '/data/ad_account_id', on: ['POST /forecasting/bid_suggestions'] },
          '/**/ad_account_id',
          '/**/ad_account_ids',
        ],
      },
      free: ['/targeting/**'],
    },
  ],
  returnedHeaders: ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'x-ratelimit-used'],
  // Of product feeds.
  hiddenNames: ['password'],
  accountNames: {
    shape: { expression: /[aAtT]2_\w{1,40}|[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}/ },
    // The author of an ad.
    otherNames: ['profile_id'],
  },
  listsAccounts: true,
  accountSettings: ['adAccountId', 'businessId'],
  firstRead: {
    title: 'Campaigns of {account}',
    api: 'ads',
    method: 'GET',
    path: 'ad_accounts/{account}/campaigns?page.size=100',
    accountSetting: 'adAccountId',
    rows: '/data',
    columns: [
      { name: 'Campaign', at: '/name' },
      { name: 'ID', at: '/id' },
      { name: 'Status', at: '/configured_status' },
    ],
  },
};
