import { idField, type Provider } from '../../connector/provider.ts';
import { classifyGoogle } from '../google.ts';
import { connectGoogleAdManager } from './connector.ts';
import { useOfGoogleAdManager } from './use.ts';

export const googleAdManager: Provider = {
  provider: 'google_ad_manager',
  name: 'Google Ad Manager',
  category: 'ssp',
  authMethod: 'oauth',
  connectFields: [],
  settingsFields: [
    idField('networkCode', 'Network code', '^\\d{1,20}$', { description: 'Digits, such as 21803694712.' }),
  ],
  documentationUrl: 'https://developers.google.com/ad-manager/api/beta/reference/rest/v1/networks/list',
  appValues: ['apiVersion'],
  classify: classifyGoogle,
  connect: connectGoogleAdManager,
  use: useOfGoogleAdManager,
};
