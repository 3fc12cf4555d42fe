import type { Api, Use } from '../../connector/use.ts';
import { apiOf } from './connector.ts';

const accountId = 'amazon-ads-accountid';
const scope = 'amazon-advertising-api-scope';

/** Campaigns: of the advertiser, reached through the profile. */
const needsBoth = (path: string): boolean => /^\/dsp\/v1(\/|$)/i.test(path);

/** Of the advertiser alone. */
const isOfAdvertiser = (path: string): boolean => /^\/adsApi\/v1(\/|$)/i.test(path);

/** Reports take one of the two. */
const takesOne = (path: string): boolean =>
  /^\/(reporting\/reports|accounts\/[^/]+\/dsp\/reports)(\/|$)/i.test(path);

/** Lists of profiles and of manager accounts. */
const hasNeither = (path: string): boolean => /^\/(v2|managerAccounts|accounts)(\/|$)/i.test(path);

const defaultHeaders: Api['defaultHeaders'] = ({ advertiserId, profileId }, path, sent) => {
  const account = advertiserId === undefined ? {} : { [accountId]: String(advertiserId) };
  const profile = profileId === undefined ? {} : { [scope]: String(profileId) };
  if (needsBoth(path)) return { ...profile, ...account };
  if (isOfAdvertiser(path)) return account;
  if (takesOne(path)) {
    if (sent[accountId] !== undefined || sent[scope] !== undefined) return {};
    return advertiserId === undefined ? profile : account;
  }
  return hasNeither(path) ? {} : profile;
};

/** Accounts of the login, whatever the header says: of advertisers, of managers, of sellers. */
const ofLogin = /^\/adsApi\/v1\/(?:\w+\/)?\w*accounts(?:\/|$)/i;

/** https://advertising.amazon.com/API/docs/en-us/reference/migration-guides/adsp-campaign-management */
export const useOfAmazonDsp: Use = {
  access: ['read', 'manage'],
  apis: [
    {
      name: 'ads',
      description: 'Campaigns, audiences, insights and reports; versions are part of the path',
      baseUrl: apiOf,
      defaultHeaders,
      pinnedHeaders: [accountId, scope],
      reads: [
        'POST /**/list',
        'POST /adsApi/v1/query/**',
        'POST /adsApi/v1/retrieve/**',
        'POST /insights/**',
        'POST /assets/search',
        'POST /product/metadata',
        'POST /**/budget/usage',
      ],
      reports: [
        'POST /accounts/*/dsp/reports',
        'POST /reporting/reports',
        'POST /campaigns/export',
        'POST /adGroups/export',
        'POST /targets/export',
      ],
      // Pushes data to a queue that the caller names.
      changes: ['/streams/subscriptions**'],
      refused: [
        'POST /managerAccounts',
        '/managerAccounts/*/associate',
        '/managerAccounts/*/disassociate',
        '/adsApi/v1/*/accountCombinationInvitations**',
        '/adsApi/v1/create/managerAccounts',
        '/adsApi/v1/update/managerAccounts',
        '/**/invitations**',
        '/user**',
        '/testAccounts**',
        '/amc/instances/*/updateCustomerAwsAccount',
        '/auth/**',
      ],
      account: {
        // By the id of the advertiser, or of the entity (`accountInfo.id` of the profile).
        path: ['/accounts/{account}/dsp/reports/**'],
        query: [{ at: 'advertiserId', on: ['/insights/**', 'GET /dsp/orders'] }],
        header: [
          { at: accountId, on: ['/dsp/v1/**', '/adsApi/v1/**', '/reporting/reports/**'] },
          { at: 'amazon-advertising-api-advertiserid', on: [] },
          { at: 'amazon-advertising-api-entityid', on: [] },
          { at: 'amazon-ads-manager-accountid', on: [] },
          {
            at: scope,
            wider: true,
            on: [
              '/dsp/advertisers/**',
              '/dsp/orders/**',
              '/dsp/lineItems/**',
              '/dsp/creatives/**',
              '/insights/**',
              '/reporting/reports/**',
            ],
          },
        ],
        body: [
          '/**/advertiserAccount/id',
          '/**/advertiserIds',
          '/**/advertiserId',
          '/**/advertiserAccountId',
          '/**/filters/*[field=advertiserId]/values',
        ],
      },
      check: ({ path }) => (ofLogin.test(path) ? 'unpinned' : undefined),
    },
  ],
  sentHeaders: [
    accountId,
    scope,
    'amazon-ads-manager-accountid',
    'amazon-advertising-api-advertiserid',
    'amazon-advertising-api-marketplaceid',
    'amazon-advertising-api-entityid',
  ],
  returnedHeaders: ['x-amz-request-id', 'x-amz-rid'],
  accountNames: {
    // What is not alone (`isAlone`) is told from the first characters: it may be followed by a hundred others, of which each could begin an id.
    shape: {
      digits: [6, 20],
      expression: /ENTITY(?<!(?:-|\d\.)ENTITY)\w{1,40}|amzn1\.ads-(?<!(?:-|\d\.)amzn1\.ads-)[\w.-]{1,100}/,
    },
  },
  listsAccounts: true,
  accountSettings: ['advertiserId', 'profileId'],
  firstRead: {
    title: 'Campaigns of {account}',
    api: 'ads',
    method: 'POST',
    path: 'dsp/v1/campaigns/list',
    headers: { 'Amazon-Ads-AccountId': '{account}', 'Amazon-Advertising-API-Scope': '{parent}' },
    body: { maxResults: 100 },
    accountSetting: 'advertiserId',
    rows: '/campaigns',
    columns: [
      { name: 'Campaign', at: '/name' },
      { name: 'ID', at: '/campaignId' },
      { name: 'State', at: '/state' },
    ],
  },
};
