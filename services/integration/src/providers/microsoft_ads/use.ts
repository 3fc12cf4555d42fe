import { optionalTextOf, type Values } from '../../connector/credentials.ts';
import type { AccountPlaces, Use } from '../../connector/use.ts';
import { baseUrlOf } from './connector.ts';

/** Requests are POST; the last segment of the path tells what they do. Without a verb they add. */
const reads = [
  'POST /**/Query',
  'POST /**/QueryBy*',
  'POST /**/Search',
  'POST /**/Find',
  'POST /**/Check',
  'POST /Recommendations/Retrieve',
  'POST /Address/Validate',
];

const soap = ['/**.svc/**', '/Api/**'];

/** Callers choose among accounts; the customer through which they are reached is that of the settings. */
const defaultHeaders = (settings: Values): Readonly<Record<string, string>> => {
  const customerId = optionalTextOf(settings, 'customerId');
  const accountId = optionalTextOf(settings, 'accountId');
  return {
    ...(customerId !== undefined && { customerid: customerId }),
    ...(accountId !== undefined && { customeraccountid: accountId }),
  };
};

const inBody = ['/**/AccountId', '/**/AccountIds', '/**/ParentAccountId'];
const scope = '/ReportRequest/Scope';

/** The service takes the header for the account, and demands that the body names no other. */
const account: AccountPlaces = {
  header: ['CustomerAccountId'],
  body: inBody,
};

/** https://learn.microsoft.com/en-us/advertising/guides/services-protocol */
export const useOfMicrosoftAds: Use = {
  access: ['read', 'manage'],
  apis: [
    {
      name: 'campaign',
      description: 'Campaigns, ad groups, ads, audiences and conversion goals',
      baseUrl: baseUrlOf('campaign', 'CampaignManagement'),
      defaultHeaders,
      reads,
      // Opens an upload.
      changes: ['POST /FileImportUploadUrl/Query'],
      refused: [...soap, '/UetTagAuthKey/**'],
      account,
    },
    {
      name: 'reporting',
      description: 'Reports',
      baseUrl: baseUrlOf('reporting', 'Reporting'),
      defaultHeaders,
      reads,
      reports: ['POST /GenerateReport/Submit', 'POST /GenerateReport/Poll'],
      refused: soap,
      // The accounts of a report are those of its scope.
      account: {
        header: [{ at: 'CustomerAccountId', on: [] }],
        body: [
          { at: `${scope}/AccountIds`, on: ['POST /GenerateReport/Submit'] },
          ...['Campaigns', 'AdGroups'].map((name) => ({
            at: `${scope}/${name}/*/AccountId`,
            every: true as const,
            on: ['POST /GenerateReport/Submit'],
          })),
          ...inBody,
        ],
      },
      // By the id of a request, which cannot be guessed.
      free: ['POST /GenerateReport/Poll'],
    },
    {
      name: 'bulk',
      description: 'Downloads of whole campaigns',
      baseUrl: baseUrlOf('bulk', 'Bulk'),
      defaultHeaders,
      reads,
      reports: ['POST /Campaigns/DownloadByAccountIds', 'POST /Campaigns/DownloadByCampaignIds'],
      // Opens an upload.
      changes: ['POST /BulkUploadUrl/Query'],
      refused: soap,
      account,
    },
    {
      name: 'adinsight',
      description: 'Estimates, suggestions and recommendations',
      baseUrl: baseUrlOf('adinsight', 'AdInsight'),
      defaultHeaders,
      reads,
      refused: soap,
      account,
    },
    {
      name: 'customer',
      description: 'Accounts and customers',
      baseUrl: baseUrlOf('clientcenter', 'CustomerManagement'),
      reads,
      refused: [...soap, '/User**', '/ClientLinks**', '/Customer/Signup', '/Customer', '/Account'],
      // Requests search among all accounts of the login.
      account: {},
    },
    {
      name: 'billing',
      description: 'Invoices and insertion orders',
      baseUrl: baseUrlOf('clientcenter', 'CustomerBilling'),
      reads,
      refused: soap,
      only: reads,
      account: {},
    },
  ],
  sentHeaders: ['customeraccountid'],
  hiddenNames: ['UetTagAuthKey'],
  accountNames: {
    shape: { digits: [3, 12] },
  },
  listsAccounts: true,
  accountSettings: ['accountId'],
  firstRead: {
    title: 'Campaigns of {account}',
    api: 'campaign',
    method: 'POST',
    path: 'Campaigns/QueryByAccountId',
    headers: { CustomerAccountId: '{account}' },
    body: { AccountId: '{account}', CampaignType: 'Search,Shopping,PerformanceMax' },
    accountSetting: 'accountId',
    rows: '/Campaigns',
    columns: [
      { name: 'Campaign', at: '/Name' },
      { name: 'ID', at: '/Id' },
      { name: 'Status', at: '/Status' },
    ],
  },
};
