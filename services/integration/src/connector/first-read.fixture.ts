import type { FirstRead } from './use.ts';

/** Of providers that only tests have. */
export const firstRead: FirstRead = {
  title: 'Campaigns of {account}',
  api: 'example',
  method: 'GET',
  path: 'accounts/{account}/campaigns',
  accountSetting: 'accountId',
  rows: '/campaigns',
  columns: [{ name: 'Campaign', at: '/name' }],
};
