import type { Use } from '../../connector/use.ts';
import { baseUrlOf } from './connector.ts';

/** https://developers.snap.com/api/marketing-api/Ads-API/introduction */
export const useOfSnapchatAds: Use = {
  access: ['read', 'manage'],
  apis: [
    {
      name: 'ads',
      description: 'Campaigns, ad squads, ads, audiences and measurement',
      baseUrl: (_settings, app) => baseUrlOf(app),
      reads: ['POST /adaccounts/*/audience_size_v2', 'POST /adaccounts/*/bid_estimate'],
      reports: ['POST /mmm**'],
      uploads: ['POST /media/*/upload**'],
      refused: ['/**/members**', '/**/roles**', '/**/invitations**', '/me/source_organizations**'],
      account: {
        // Campaigns and everything below are reached by their own ids, which do not tell the ad account.
        path: ['/adaccounts/{account}/**', '/organizations/{account}/**'],
        query: [{ at: 'ad_account_id', on: [] }],
        body: [{ at: '/ad_account_id', on: ['POST /mmm**'] }, '/**/ad_account_id'],
      },
      free: ['/targeting/**'],
    },
  ],
  // Of product feeds.
  hiddenNames: ['password'],
  accountNames: {
    shape: { expression: /[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}/ },
    // The public profile of a creative, and what a catalog ad shows.
    otherNames: ['profile_id', 'product_set_id'],
  },
  listsAccounts: true,
  accountSettings: ['adAccountId', 'organizationId'],
  firstRead: {
    title: 'Campaigns of {account}',
    api: 'ads',
    method: 'GET',
    path: 'adaccounts/{account}/campaigns?limit=100',
    accountSetting: 'adAccountId',
    rows: '/campaigns',
    columns: [
      { name: 'Campaign', at: '/campaign/name' },
      { name: 'ID', at: '/campaign/id' },
      { name: 'Status', at: '/campaign/status' },
    ],
  },
  // 20 a second.
  limitPerApp: { perMinute: 1_200 },
};
