import type { Use } from '../../connector/use.ts';
import { googleParameters } from '../google.ts';
import { baseUrlOf } from './connector.ts';

/** https://developers.google.com/ad-manager/api/beta/reference/rest */
export const useOfGoogleAdManager: Use = {
  access: ['read', 'manage'],
  hasReadScope: true,
  managedBefore: true,
  apis: [
    {
      name: 'admanager',
      description: 'Orders, line items, ad units and reports (REST)',
      baseUrl: (_settings, app) => baseUrlOf(app),
      reports: ['POST /networks/*/reports', 'POST /networks/*/reports/*:run'],
      // Google takes the names of JSON and those of its protos.
      changedBy: [{ at: '/scheduleOptions' }, { at: '/schedule_options' }],
      refused: [
        '/networks/*/daiAuthenticationKeys**',
        '/networks/*/cdnConfigs**',
        '/networks/*/users**',
        '/networks/*/roles**',
        'POST /networks/*/teams**',
        'PUT /networks/*/teams**',
        'PATCH /networks/*/teams**',
        'DELETE /networks/*/teams**',
        '/batch**',
      ],
      account: {
        path: ['/networks/{account}/**'],
        // Resource names: `networks/123/orders/456`. A dash is every network.
        anywhere: { at: /\bnetworks\/(\d+|-)/, on: [] },
      },
    },
  ],
  refusedParameters: googleParameters,
  // Of live streams and their content delivery networks.
  hiddenNames: ['tokenAuthenticationKey', 'keyset'],
  accountNames: {
    shape: { digits: [4, 12] },
    otherNames: ['intValue', 'intListValue', 'stringValue'],
    hasResourceNames: true,
  },
  listsAccounts: true,
  accountSettings: ['networkCode'],
  firstRead: {
    title: 'Line items of {account}',
    api: 'admanager',
    method: 'GET',
    path: 'networks/{account}/lineItems?pageSize=100',
    accountSetting: 'networkCode',
    rows: '/lineItems',
    columns: [
      { name: 'Line item', at: '/displayName' },
      { name: 'Name', at: '/name' },
    ],
  },
};
