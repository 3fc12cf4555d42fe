import type { Use } from '../../connector/use.ts';

/** https://api.adform.com/help/references/buyer-solutions */
export const useOfAdform: Use = {
  access: ['read', 'manage'],
  apis: [
    {
      name: 'buyer',
      description: 'Advertisers, campaigns and statistics; versions are part of the path',
      baseUrl: 'https://api.adform.com',
      reports: ['POST /*/buyer/stats/data', 'POST /*/seller/stats/reports'],
      refused: ['/Services/Security/**', '/**/users**', '/**/roles**'],
      account: {
        path: ['/*/buyer/advertisers/{account}/**'],
        query: [
          { at: 'advertisers', ids: (text) => text.split(','), on: ['GET /*/buyer/campaigns'] },
          { at: 'advertiserId', on: [] },
        ],
        body: [
          { at: '/advertiserId', on: ['POST /*/buyer/campaigns'] },
          '/**/advertiserId',
          // Without it a report has every advertiser of the agency.
          { at: '/filter/client/id', on: ['POST /*/buyer/stats/data'] },
        ],
      },
    },
  ],
  // Where a started report is found.
  returnedHeaders: ['operation-location', 'location'],
  accountNames: {
    shape: { digits: [3, 12] },
  },
  listsAccounts: true,
  accountSettings: ['advertiserId'],
  firstRead: {
    title: 'Campaigns of {account}',
    api: 'buyer',
    method: 'GET',
    path: 'v1/buyer/campaigns?advertisers={account}&limit=100',
    accountSetting: 'advertiserId',
    rows: '',
    columns: [
      { name: 'Campaign', at: '/name' },
      { name: 'ID', at: '/id' },
      { name: 'Status', at: '/status' },
    ],
  },
};
