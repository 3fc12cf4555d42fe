import type { Use } from '../../connector/use.ts';
import { baseUrl } from './connector.ts';

/** `urn:li:sponsoredAccount:123`, also with encoded colons. */
const urn = /li(?::|%3A)sponsoredAccount(?::|%3A)([^/,()"]*)/gi;

const idsIn = (text: string): readonly string[] => [...text.matchAll(urn)].map(([, id = '']) => id);

/** https://learn.microsoft.com/en-us/linkedin/marketing/versioning */
export const useOfLinkedinAds: Use = {
  access: ['read', 'manage'],
  hasReadScope: true,
  apis: [
    {
      name: 'rest',
      description: 'Ad accounts, campaigns, creatives, targeting and analytics',
      baseUrl,
      // https://learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts/query-tunneling
      longestQuery: 4096,
      // `PARTIAL_UPDATE`, `BATCH_DELETE` and others refine the method.
      changingHeader: {
        name: 'x-restli-method',
        harmless: ['get', 'get_all', 'finder', 'batch_get', 'batch_finder'],
      },
      refused: ['/oauth/**', '/**/adAccountUsers**', '/**/organizationAcls**', 'POST /adAccounts'],
      account: {
        path: ['/adAccounts/{account}/**'],
        query: [
          { at: 'accounts', ids: idsIn, on: ['GET /adAnalytics'] },
          { at: 'account', ids: idsIn, on: ['GET /conversions', 'GET /dmpSegments'] },
          { at: 'owner', ids: idsIn, on: ['GET /leadForms', 'GET /leadFormResponses'] },
        ],
        body: [{ at: '/account', ids: idsIn, on: ['POST /conversions', 'POST /dmpSegments'] }],
        // Elsewhere a URN must be of the grant too, but does not tell what the request is about.
        anywhere: { at: urn, on: [] },
      },
      free: ['/adTargetingFacets**', '/adTargetingEntities**'],
      // A batch is about the objects that it names, whatever account stands beside them.
      check: ({ path, values }) =>
        values('ids').length > 0 && !/^\/adAccounts\//i.test(path) ? 'unpinned' : undefined,
    },
  ],
  sentHeaders: ['linkedin-version', 'x-restli-method'],
  returnedHeaders: ['x-li-uuid', 'x-linkedin-id', 'x-restli-id'],
  refusedParameters: ['oauth2_access_token'],
  accountNames: {
    shape: { expression: /(?<!urn:li:\w{1,40}:)0*[1-9]\d{5,11}/ },
    plain: (id) => id.replace(/^urn:li:sponsoredAccount:/, ''),
  },
  listsAccounts: true,
  accountSettings: ['adAccountId'],
  firstRead: {
    title: 'Active campaigns of {account}',
    api: 'rest',
    method: 'GET',
    path: 'adAccounts/{account}/adCampaigns?q=search&search=(status:(values:List(ACTIVE)))&pageSize=100',
    accountSetting: 'adAccountId',
    rows: '/elements',
    columns: [
      { name: 'Campaign', at: '/name' },
      { name: 'ID', at: '/id' },
      { name: 'Status', at: '/status' },
    ],
  },
};
