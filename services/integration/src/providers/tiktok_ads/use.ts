import type { Use } from '../../connector/use.ts';
import { baseUrlOf } from './connector.ts';

/** `["1","2"]`. Each run of word characters counts, so that no spelling of a list hides an id. */
const idsIn = (text: string): readonly string[] => text.match(/\w+/g) ?? [text];

/**
 * These name business centers, pixels, apps or creators. Every other call that is about an object names its advertiser too, and is
 * refused by TikTok where they do not belong together.
 */
const withoutAdvertiser =
  /^\/(?:(?:bc|business|catalog|event|offline|subscription|tcm|tto)(?:\/|$)|(?:app|pixel)\/(?:track|batch)$)/i;

/** https://business-api.tiktok.com/portal/docs?id=1735713609895937 */
export const useOfTiktokAds: Use = {
  access: ['read', 'manage'],
  apis: [
    {
      name: 'business',
      description: 'Campaigns, ad groups, ads, audiences and reports (API for Business)',
      baseUrl: baseUrlOf,
      endsWithSlash: true,
      reads: [
        'POST /tool/targeting/search',
        'POST /tool/targeting/info',
        'POST /tool/targeting_category/recommend',
        'POST /tool/bid/recommend',
        'POST /creative/smart_text/generate',
      ],
      reports: ['POST /report/task/create'],
      uploads: ['POST /**/upload'],
      refused: [
        // Tokens and revocation. The list of advertisers has the app secret in its address.
        '/oauth2/**',
        '/bc/member/**',
        '/bc/partner/**',
        '/bc/asset_group/**',
        '/bc/asset/assign',
        '/bc/asset/unassign',
        '/bc/asset/admin/**',
        '/bc/asset/member/**',
        '/bc/asset/partner/**',
        '/bc/transfer',
        '/bc/pixel/transfer',
        '/tt_user/**',
        '/user/**',
      ],
      account: {
        // A business center is no ad account: it is never what a request is pinned by.
        query: ['advertiser_id', { at: 'advertiser_ids', ids: idsIn }, { at: 'bc_id', on: [] }],
        body: [
          '/advertiser_id',
          { at: '/advertiser_ids', ids: idsIn },
          { at: '/bc_id', on: [] },
          // Audiences and assets are shared with these.
          { at: '/**/shared_advertiser_ids', ids: idsIn },
        ],
      },
      free: ['/tool/language', '/tool/timezone', '/tool/phone_region_code'],
      check: ({ path }) => (withoutAdvertiser.test(path) ? 'unpinned' : undefined),
    },
  ],
  refusedParameters: ['app_id'],
  accountNames: {
    shape: { digits: [9, 20] },
    // Who an ad says it is from, and what a catalog ad shows.
    otherNames: ['identity_id', 'product_set_id'],
  },
  listsAccounts: true,
  accountSettings: ['advertiserId'],
  firstRead: {
    title: 'Campaigns of {account}',
    api: 'business',
    method: 'GET',
    path: 'campaign/get/?advertiser_id={account}&page=1&page_size=100',
    accountSetting: 'advertiserId',
    rows: '/data/list',
    columns: [
      { name: 'Campaign', at: '/campaign_name' },
      { name: 'ID', at: '/campaign_id' },
      { name: 'Status', at: '/operation_status' },
    ],
  },
  // The lowest of four levels.
  limitPerApp: { perMinute: 600 },
};
