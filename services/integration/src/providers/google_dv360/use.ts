import type { Use } from '../../connector/use.ts';
import { googleParameters } from '../google.ts';
import { baseUrlOf } from './connector.ts';

/** Requests whose parameter says through which advertiser or partner an object is reached. */
const byQuery = [
  '/*Audiences',
  '/*Audiences/*',
  '/inventorySources',
  '/inventorySources/*',
  '/inventorySourceGroups/**',
  '/guaranteedOrders',
  '/guaranteedOrders/*',
  'GET /floodlightGroups/**',
  'GET /customLists/**',
  'GET /customBiddingAlgorithms/**',
  'GET /targetingTypes/*/targetingOptions/**',
];
const byBody = [
  'POST /sdfdownloadtasks',
  'POST /targetingTypes/*/targetingOptions:search',
  'POST /customBiddingAlgorithms',
  'POST /*Audiences/*:editCustomerMatchMembers',
];

/** https://developers.google.com/display-video/api/reference/rest/v4 and https://developers.google.com/bid-manager/reference/rest/v2 */
export const useOfGoogleDv360: Use = {
  access: ['read', 'manage'],
  apis: [
    {
      name: 'displayvideo',
      description: 'Campaigns, line items, creatives, audiences and structured data files',
      baseUrl: (_settings, app) => baseUrlOf(app),
      reads: [
        'POST /targetingTypes/*/targetingOptions:search',
        'POST /advertisers/*/reachForecast:generateReachForecast',
      ],
      reports: ['POST /sdfdownloadtasks'],
      refused: ['/users**', '/batch**'],
      account: {
        path: [
          '/advertisers/{account}/**',
          '/advertisers/{account}:**',
          '/partners/{account}/**',
          '/partners/{account}:**',
        ],
        query: [
          { at: 'advertiserId', on: byQuery },
          { at: 'partnerId', on: [...byQuery, 'GET /advertisers'] },
        ],
        body: [
          { at: '/advertiserId', on: byBody },
          { at: '/partnerId', on: byBody },
          '/**/advertiserId',
          '/**/partnerId',
        ],
        // Resource names: `advertisers/123/lineItems/456`.
        anywhere: { at: /\b(?:advertisers|partners)\/([1-9]\d*)/, on: [] },
      },
    },
    {
      name: 'media',
      description: 'Files: downloads of structured data files, uploads of assets',
      baseUrl: 'https://displayvideo.googleapis.com',
      only: ['GET /download/**', '/upload/**'],
      uploads: ['/upload/**'],
      refused: [],
      account: { path: ['/upload/*/advertisers/{account}/**'] },
    },
    {
      name: 'bidmanager',
      description: 'Reports (Bid Manager API)',
      baseUrl: 'https://doubleclickbidmanager.googleapis.com/v2',
      reports: ['POST /queries', 'POST /queries/*:run'],
      changedBy: [
        { at: '/schedule/frequency', harmless: ['one_time'] },
        { at: '/metadata/sendNotification' },
        { at: '/metadata/shareEmailAddress' },
      ],
      refused: ['/batch**'],
      account: {
        // A query without such a filter has everything that the login sees.
        body: [
          { at: '/params/filters/*[type=FILTER_ADVERTISER]/value', on: ['POST /queries'] },
          { at: '/params/filters/*[type=FILTER_PARTNER]/value', on: ['POST /queries'] },
        ],
      },
    },
  ],
  refusedParameters: googleParameters,
  accountNames: {
    shape: { digits: [3, 12] },
    hasResourceNames: true,
  },
  listsAccounts: true,
  accountSettings: ['advertiserId', 'partnerId'],
  firstRead: {
    title: 'Line items of {account}',
    api: 'displayvideo',
    method: 'GET',
    path: 'advertisers/{account}/lineItems?pageSize=100',
    accountSetting: 'advertiserId',
    rows: '/lineItems',
    columns: [
      { name: 'Line item', at: '/displayName' },
      { name: 'ID', at: '/lineItemId' },
      { name: 'Status', at: '/entityStatus' },
    ],
  },
  // Of the project, in the API for campaigns.
  limitPerApp: { perMinute: 1_500 },
};
