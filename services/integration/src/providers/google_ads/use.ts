import type { Use } from '../../connector/use.ts';
import { googleParameters } from '../google.ts';
import { baseUrlOf } from './connector.ts';

/** https://developers.google.com/google-ads/api/rest/overview */
export const useOfGoogleAds: Use = {
  access: ['read', 'manage'],
  apis: [
    {
      name: 'googleads',
      description: 'Campaigns, reports by GAQL, planning and recommendations',
      baseUrl: (_settings, app) => baseUrlOf(app),
      colonAfterBase: true,
      reads: [
        'POST /customers/*/googleAds:search',
        'POST /customers/*/googleAds:searchStream',
        'POST /googleAdsFields:search',
        'POST /geoTargetConstants:suggest',
        'POST /keywordThemeConstants:suggest',
        'POST /audienceInsights:listInsightsEligibleDates',
        'POST :list**',
        'POST :generateConversionRates',
        'POST /customers/*:generate**',
        'POST /customers/*:suggest**',
        'POST /customers/*:search**',
        'POST /customers/*/recommendations:generate',
        'POST /customers/*/reservations:quoteCampaigns',
        'POST /customers/*/operations/*:wait',
      ],
      changes: ['POST /customers/*:generateShareablePreviews'],
      refused: [
        '/customers:listAccessibleCustomers',
        '/customers/*/customerUserAccesses:mutate',
        '/customers/*/customerUserAccessInvitations:mutate',
        '/customers/*/customerManagerLinks:**',
        '/customers/*/customerClientLinks:mutate',
        '/customers/*/accountLinks:**',
        '/customers/*/productLinks:**',
        '/customers/*/productLinkInvitations:**',
        '/customers/*/dataLinks:**',
        '/customers/*/thirdPartyAppAnalyticsLinks/**',
        '/customers/*/multiPartyAuthReview:resolve',
        '/customers/*:startIdentityVerification',
        '/customers/*:createCustomerClient',
        '/batch**',
      ],
      account: {
        path: ['/customers/{account}/**', '/customers/{account}:**'],
        // Of planning: user lists and conversion rates of a customer.
        body: [{ at: '/customerId', on: ['POST :**'] }],
        // Resource names, such as `customers/123/campaigns/456`; the path tells what the request is about.
        anywhere: { at: /\bcustomers\/(\d+)/, on: [] },
      },
      free: [
        '/googleAdsFields**',
        'POST /geoTargetConstants:suggest',
        'POST /keywordThemeConstants:suggest',
        'POST :list**',
      ],
    },
  ],
  sentHeaders: ['login-customer-id'],
  // Names an account besides the one in the path.
  refusedHeaders: ['linked-customer-id'],
  returnedHeaders: ['request-id'],
  refusedParameters: googleParameters,
  // Of webhooks of lead forms, and of sets of locations.
  hiddenNames: ['googleSecret', 'httpAuthorizationToken'],
  accountNames: {
    shape: { digits: [10, 10], expression: /\d{3}-\d{3}-\d{4}/ },
    plain: (id) => id.replaceAll('-', ''),
    otherNames: [
      'merchantId',
      'assetSet',
      'biddingStrategy',
      'conversionAction',
      'remarketingAction',
      'sharedSet',
    ],
    hasResourceNames: true,
  },
  listsAccounts: true,
  accountSettings: ['customerId'],
  firstRead: {
    title: 'Campaigns of {account}',
    api: 'googleads',
    method: 'POST',
    path: 'customers/{account}/googleAds:search',
    headers: { 'login-customer-id': '{parent}' },
    body: { query: 'SELECT campaign.id, campaign.name, campaign.status FROM campaign' },
    accountSetting: 'customerId',
    rows: '/results',
    columns: [
      { name: 'Campaign', at: '/campaign/name' },
      { name: 'ID', at: '/campaign/id' },
      { name: 'Status', at: '/campaign/status' },
    ],
  },
};
