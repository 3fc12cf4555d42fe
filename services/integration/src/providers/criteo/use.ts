import type { Use } from '../../connector/use.ts';
import { baseUrlOf } from './connector.ts';

/** Some bodies name their advertisers in one text, with commas. */
const commas = (text: string): readonly string[] => text.split(',').map((id) => id.trim());

/** https://developers.criteo.com/marketing-solutions/v2026.07/reference: what needs a scope to read is a read. */
export const useOfCriteo: Use = {
  access: ['read', 'manage'],
  apis: [
    {
      name: 'marketing',
      description: 'Campaigns, ad sets, audiences, creatives and reports',
      baseUrl: (_settings, app) => baseUrlOf(app),
      reads: [
        'POST /statistics/report',
        'POST /transactions/report',
        'POST /placements/report',
        'POST /log-level/advertisers/*/report',
        'POST /marketing-solutions/campaigns/search',
        'POST /marketing-solutions/ad-sets/search',
        'POST /marketing-solutions/audiences/search',
        'POST /marketing-solutions/audience-segments/search',
      ],
      refused: ['/oauth2/**'],
      account: {
        path: [
          '/marketing-solutions/advertisers/{account}/**',
          '/log-level/advertisers/{account}/**',
          '/marketing-solutions/marketplace-performance-outcomes/advertisers/{account}/**',
        ],
        query: [
          {
            at: 'advertiser-id',
            on: [
              'GET /marketing-solutions/audience-segments/in-market-brands',
              'GET /marketing-solutions/audience-segments/in-market-interests',
            ],
          },
        ],
        // Without a name a report or a search has every advertiser of the app.
        body: [
          { at: '/advertiserIds', ids: commas, on: ['POST /statistics/report'] },
          {
            at: '/data/*/attributes/advertiserIds',
            ids: commas,
            every: true,
            on: ['POST /transactions/report', 'POST /placements/report'],
          },
          {
            at: '/filters/advertiserIds',
            on: ['POST /marketing-solutions/campaigns/search', 'POST /marketing-solutions/ad-sets/search'],
          },
          {
            at: '/data/attributes/advertiserIds',
            on: [
              'POST /marketing-solutions/audiences/search',
              'POST /marketing-solutions/audience-segments/search',
            ],
          },
          { at: '/data/attributes/advertiserId', on: ['POST /marketing-solutions/campaigns'] },
          {
            at: '/data/*/attributes/advertiserId',
            every: true,
            on: [
              'POST /marketing-solutions/audiences/create',
              'POST /marketing-solutions/audience-segments/create',
            ],
          },
        ],
      },
    },
  ],
  returnedHeaders: ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'],
  accountNames: {
    shape: { digits: [3, 12] },
  },
  listsAccounts: true,
  accountSettings: ['advertiserId'],
  firstRead: {
    title: 'Campaigns of {account}',
    api: 'marketing',
    method: 'POST',
    path: 'marketing-solutions/campaigns/search',
    body: { filters: { advertiserIds: ['{account}'] } },
    accountSetting: 'advertiserId',
    rows: '/data',
    columns: [
      { name: 'Campaign', at: '/attributes/name' },
      { name: 'ID', at: '/id' },
      { name: 'Goal', at: '/attributes/goal' },
    ],
  },
};
