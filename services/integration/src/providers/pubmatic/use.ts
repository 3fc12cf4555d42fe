import type { Pattern, Use } from '../../connector/use.ts';

/** The owner in a filter such as `loggedInOwnerId eq 123`. A filter of another form could name several. */
const ownerIn = (filter: string): readonly string[] => {
  if (!/\b(loggedInOwnerId|ownerId|accountId)\b/i.test(filter)) return [];
  return [/^\w+ eq (\d+)$/i.exec(filter)?.[1] ?? filter];
};

/** Under `/v1/common` nothing is known to heed the owner. */
const on: readonly Pattern[] = ['/v1/inventory/**', '/v1/audience/**', '/v3/pmp/**', '/curateddeals/**'];

/** https://community.pubmatic.com/docs/DOC-1740-analytics-1; the newer documentation is not public. */
export const useOfPubmatic: Use = {
  access: ['read', 'manage'],
  apis: [
    {
      name: 'api',
      description: 'Reports, inventory and deals',
      // Versions differ by path.
      baseUrl: 'https://api.pubmatic.com',
      only: [
        'GET /v1/analytics/data/publisher/*',
        'GET /v1/analytics/data/buyer/*',
        'GET /v1/analytics/data/dsp/*',
        'GET /v1/analytics/data/dataprovider/*',
        'GET /v1/common/**',
        'POST /v1/audience/buyerInsights/audiences',
        'GET /v1/inventory/**',
        'POST /v1/inventory/**',
        'PUT /v1/inventory/**',
        'GET /v3/pmp/deals**',
        'POST /v3/pmp/**',
        'PUT /v3/pmp/**',
        'GET /curateddeals/*',
        'POST /curateddeals/**',
        'PUT /curateddeals/**',
      ],
      reads: ['POST /v1/audience/buyerInsights/audiences'],
      // Tokens, and addresses to which data is sent.
      refused: ['/v1/developer-integrations/**', '/v1/analytics/ptp/**'],
      account: {
        path: ['/v1/analytics/data/*/{account}'],
        query: [
          { at: 'filters', ids: ownerIn, on, repeats: true },
          { at: 'loggedInOwnerId', on },
        ],
        body: [
          { at: '/loggedInOwnerId', on },
          { at: '/ownerId', on },
          { at: '/accountId', on },
        ],
      },
      free: ['GET /v1/common/geo', 'GET /v1/common/iabCategories'],
    },
  ],
  accountNames: {
    shape: { digits: [3, 12] },
  },
  listsAccounts: true,
  accountSettings: ['publisherId'],
  firstRead: {
    title: 'Deals of {account}',
    api: 'api',
    method: 'GET',
    path: 'v3/pmp/deals?filters=loggedInOwnerId%20eq%20{account}&filters=loggedInOwnerTypeId%20eq%201&pageNumber=1&pageSize=100',
    accountSetting: 'publisherId',
    rows: '/items',
    columns: [
      { name: 'Deal', at: '/name' },
      { name: 'ID', at: '/id' },
    ],
  },
};
