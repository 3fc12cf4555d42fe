import type { Use } from '../../connector/use.ts';
import { app } from './connector.ts';

/** The star is the version. */
const reporting = '/reporting/agg/*';

/** https://api.indexexchange.com/reference/getting-started */
export const useOfIndexExchange: Use = {
  access: ['read', 'manage'],
  apis: [
    {
      name: 'app',
      description: 'Reports and their files',
      baseUrl: app,
      only: [
        `GET ${reporting}/**`,
        `POST ${reporting}/report-specs`,
        `PATCH ${reporting}/report-specs/*`,
        `PUT ${reporting}/report-specs/*/deactivate`,
        `POST ${reporting}/report-specs/*/run`,
        `POST ${reporting}/report-runs`,
      ],
      reports: [`POST ${reporting}/report-specs`, `POST ${reporting}/report-runs`],
      changedBy: [{ at: '/delivery' }, { at: '/recipients' }, { at: '/schedule' }],
      refused: ['/authentication/**'],
      account: {
        query: [
          {
            at: 'accountIDs',
            ids: (list) => list.split(','),
            on: [`GET ${reporting}/report-specs/info`, `GET ${reporting}/report-files/list`],
          },
          // The accounts of a group are not known.
          { at: 'accountGroupIDs', ids: (list) => [`group ${list}`], on: [] },
        ],
        body: [{ at: '/accounts', on: [`POST ${reporting}/report-specs`] }],
      },
    },
  ],
  accountNames: {
    shape: { digits: [3, 12] },
  },
  listsAccounts: true,
  accountSettings: ['accountId'],
  firstRead: {
    title: 'Saved reports of {account}',
    api: 'app',
    method: 'GET',
    path: 'reporting/agg/v1/report-specs/info?accountIDs={account}',
    accountSetting: 'accountId',
    rows: '/reportSpecs',
    columns: [
      { name: 'Report', at: '/reportTitle' },
      { name: 'ID', at: '/reportSpecID' },
    ],
  },
};
