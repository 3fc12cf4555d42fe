import type { Use } from '../../connector/use.ts';

/** A kind other than a publisher, such as a seat, may have the same number. */
const publisherIn = (account: string): readonly string[] => [account.replace(/^publisher\/(\d+)$/, '$1')];

/** The documentation is not public; relayed is what public clients use. */
export const useOfMagnite: Use = {
  access: ['read'],
  apis: [
    {
      name: 'dvplus',
      description: 'Reports of DV+',
      baseUrl: 'https://api.rubiconproject.com',
      only: ['GET /analytics/**', 'POST /analytics/v2/default'],
      reports: ['POST /analytics/v2/default'],
      refused: [],
      account: { query: [{ at: 'account', ids: publisherIn }] },
    },
  ],
  accountNames: {
    shape: { digits: [3, 12] },
    plain: (id) => id.replace(/^publisher\//, ''),
  },
  listsAccounts: true,
  accountSettings: ['publisherId'],
  firstRead: {
    title: 'Impressions of {account} yesterday',
    api: 'dvplus',
    method: 'GET',
    path: 'analytics/v1/report/?account=publisher/{account}&dateRange=yesterday&dimensions=date&metrics=impressions&format=json',
    accountSetting: 'publisherId',
    rows: '/data/items',
    columns: [
      { name: 'Date', at: '/date' },
      { name: 'Impressions', at: '/impressions' },
    ],
  },
};
