import type { Use } from '../../connector/use.ts';
import { baseUrlOf } from './connector.ts';

/** Requests that need the name. Others are by the id of an object, and ignore it. */
const ofAdvertiser = [
  'POST /**/query/advertiser',
  'POST /**/query/advertiser/**',
  'POST /advertiser/adgroup/bidlinecounts',
  'POST /dmp/firstparty/advertiser',
  'POST /dmp/thirdparty/advertiser',
  'POST /campaign',
  'POST /creative',
  'POST /audience',
  'POST /customcategory',
  'POST /crmdata/segment',
  'POST /crmdata/*/segment',
];
const ofPartner = [
  'POST /**/query/partner',
  'POST /**/query/partner/**',
  'POST /contract/buyers/query/*',
  'POST /partner/advertiser/bidlinecounts',
];

/** https://open.thetradedesk.com/advertiser/docsApp/AdvertiserReferences/api/doc/ApiReferencePlatform */
export const useOfTheTradeDesk: Use = {
  access: ['read', 'manage'],
  apis: [
    {
      name: 'platform',
      description: 'Campaigns, ad groups, creatives and reports (REST)',
      baseUrl: baseUrlOf,
      reads: [
        'POST /**/query',
        'POST /**/query/**',
        'POST /bidlist/batch/get',
        'POST /additionalfees/changelog',
        'POST /audience/insights/*',
        'POST /advertiser/adgroup/bidlinecounts',
        'POST /partner/advertiser/bidlinecounts',
        'POST /contract/report/impressions/available',
        'POST /contractgroup/report/impressions/available',
        'POST /dmp/firstparty/advertiser',
        'POST /dmp/thirdparty/advertiser',
        'POST /myreports/conversionpixelnames',
        'POST /universalforecasting/generate',
      ],
      reports: ['POST /myreports/reportschedule'],
      changedBy: [
        { at: '/ReportFrequency', harmless: ['once'] },
        { at: '/ReportScheduleDeliveries' },
        { at: '/EmailAddresses' },
      ],
      refused: ['/authentication**', '/graphql**', '/ecommerce/permission**'],
      account: {
        path: [
          '/advertiser/{account}',
          '/crmdata/segment/{account}/**',
          '/crmdata/*/segment/{account}/**',
          '/customcategory/advertiser/{account}',
          '/partner/{account}',
          '/overview/partner/{account}',
        ],
        body: [
          { at: '/AdvertiserId', on: ofAdvertiser },
          { at: '/AdvertiserIds', on: ['POST /**/query/advertisers'] },
          { at: '/PartnerId', on: ofPartner },
          { at: '/PartnerIds', on: ['POST /**/query/partners'] },
          ...['AdvertiserId', 'AdvertiserIds', 'PartnerId', 'PartnerIds'].map((name) => `/**/${name}`),
          // Without it a report has every advertiser of the login.
          { at: '/AdvertiserFilters', on: ['POST /myreports/reportschedule'] },
        ],
      },
      files: ['GET /myreports/**'],
      free: ['/adformat/**', '/currency/**', '/language/**', '/category/**', '/devicemakemodel/**'],
    },
  ],
  sentHeaders: ['ttd-strict-mode'],
  hiddenNames: ['SecretKey'],
  accountNames: {
    shape: { word: [6, 10] },
  },
  listsAccounts: true,
  accountSettings: ['advertiserId', 'partnerId'],
  firstRead: {
    title: 'Campaigns of {account}',
    api: 'platform',
    method: 'POST',
    path: 'campaign/query/advertiser',
    body: { AdvertiserId: '{account}', PageStartIndex: 0, PageSize: 100 },
    accountSetting: 'advertiserId',
    rows: '/Result',
    columns: [
      { name: 'Campaign', at: '/CampaignName' },
      { name: 'ID', at: '/CampaignId' },
      { name: 'Availability', at: '/Availability' },
    ],
  },
};
