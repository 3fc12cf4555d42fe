import type { ProviderDescriptor } from '../descriptor.ts';

export const googleAdManager: ProviderDescriptor = {
  provider: 'google_ad_manager',
  name: 'Google Ad Manager',
  category: 'ssp',
  authMethod: 'oauth',
  connectFields: [],
  settingsFields: [
    { name: 'networkCode', label: 'Network code', type: 'string', required: false, pattern: '^\\d{1,20}$' },
  ],
  documentationUrl: 'https://developers.google.com/ad-manager/api/beta/reference/rest/v1/networks/list',
};
