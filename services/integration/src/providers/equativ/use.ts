import { optionalTextOf } from '../../connector/credentials.ts';
import type { Api, Use } from '../../connector/use.ts';
import { companyOf, demand, supply } from './connector.ts';

/** An API user belongs to one network. On the demand platform Patchbay sends the company of the settings. */
const common: Pick<Api, 'refused'> = {
  refused: ['/**/users**', '/**/api-users**', '/**/apiusers**', '/**/roles**'],
};

/** https://equativ.helpjuice.com/automate-reporting-api/reporting-api-get-started: the first is documented, clients use both. */
const reports = ['/report-async', '/insights/report-async'];

/** https://equativ.helpjuice.com/automate-monetization/automate-trafficking-api */
export const useOfEquativ: Use = {
  access: ['read', 'manage'],
  apis: [
    {
      ...common,
      name: 'supply',
      description: 'Sites, pages, formats and reports of the supply platform',
      baseUrl: supply,
      account: (settings) => optionalTextOf(settings, 'networkId'),
      only: ['GET /**', ...reports.flatMap((path) => [`POST ${path}`, `DELETE ${path}/*`])],
      reports: reports.map((path) => `POST ${path}`),
      changedBy: [{ at: '/onFinishEmails' }, { at: '/onErrorEmails' }, { at: '/schedule' }],
    },
    {
      ...common,
      name: 'demand',
      description: 'Deals of the demand platform',
      baseUrl: demand,
      account: companyOf,
    },
  ],
  returnedHeaders: ['x-pagination-total-count'],
  accountNames: {
    shape: { digits: [3, 12] },
    otherNames: ['advertiserId', 'advertiserIds', 'publisherId', 'publisherIds'],
  },
  listsAccounts: true,
  accountSettings: ['companyId', 'networkId'],
  firstRead: {
    title: 'Sites of {account}',
    api: 'supply',
    method: 'GET',
    path: 'sites',
    accountSetting: 'networkId',
    rows: '',
    columns: [
      { name: 'Site', at: '/name' },
      { name: 'ID', at: '/id' },
    ],
  },
};
