import type { Use } from '../../connector/use.ts';
import { baseUrlOf } from './connector.ts';

/** https://developers.pinterest.com/docs/api/v5/introduction; what needs `ads:read` or `catalogs:read` there only reads. */
export const useOfPinterestAds: Use = {
  access: ['read', 'manage'],
  hasReadScope: true,
  apis: [
    {
      name: 'v5',
      description: 'Campaigns, audiences, catalogs and reports',
      baseUrl: (_settings, app) => baseUrlOf(app),
      reads: [
        'POST /ad_accounts/*/ad_groups/audience_sizing',
        'POST /ad_accounts/*/bid_floor',
        'POST /ad_accounts/*/bulk/download',
        'POST /advanced_auction/items/get',
        'POST /catalogs/items',
        'POST /catalogs/products/get_by_product_group_filters',
        'POST /catalogs/reports',
      ],
      reports: [
        'POST /ad_accounts/*/reports',
        'POST /ad_accounts/*/reports/brand_category_sku',
        'POST /ad_accounts/*/mmm_reports',
        'POST /ad_accounts/*/templates/*/reports',
      ],
      refused: [
        '/oauth/**',
        '/businesses/**',
        '/business_access/**',
        // Answers show the tokens of partners.
        '/integrations**',
        // A webhook with the tokens of a partner.
        'POST /ad_accounts/*/leads/subscriptions',
        'POST /ad_accounts',
      ],
      account: {
        path: ['/ad_accounts/{account}/**'],
        query: [{ at: 'ad_account_id', on: ['/pins/**', '/boards/**', '/media/**', '/catalogs/**'] }],
        // Reports over several accounts, and audiences that are shared with others.
        body: ['ad_account_id', 'advertiser_ids', 'recipient_account_ids', 'recipient_business_ids'].map(
          (name) => `/**/${name}`,
        ),
      },
      free: ['/resources/**', '/terms/**'],
    },
  ],
  returnedHeaders: ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'],
  // Of the sources of catalog feeds; of subscriptions to leads.
  hiddenNames: ['password', 'cryptographic_key'],
  accountNames: {
    shape: { digits: [8, 19] },
  },
  listsAccounts: true,
  accountSettings: ['adAccountId'],
  firstRead: {
    title: 'Campaigns of {account}',
    api: 'v5',
    method: 'GET',
    path: 'ad_accounts/{account}/campaigns?page_size=100',
    accountSetting: 'adAccountId',
    rows: '/items',
    columns: [
      { name: 'Campaign', at: '/name' },
      { name: 'ID', at: '/id' },
      { name: 'Status', at: '/status' },
    ],
  },
};
