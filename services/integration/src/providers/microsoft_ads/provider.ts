import type { Provider } from '../../connector/provider.ts';
import { classifyMicrosoftAds } from './classify.ts';
import { connectMicrosoftAds } from './connector.ts';

export const microsoftAds: Provider = {
  provider: 'microsoft_ads',
  name: 'Microsoft Advertising',
  category: 'wg',
  authMethod: 'oauth',
  connectFields: [],
  settingsFields: [
    { name: 'customerId', label: 'Customer ID', type: 'string', required: false, pattern: '^\\d{1,12}$' },
    { name: 'accountId', label: 'Account ID', type: 'string', required: false, pattern: '^\\d{1,12}$' },
    {
      name: 'environment',
      label: 'Environment',
      type: 'enum',
      required: false,
      options: ['production', 'sandbox'],
      default: 'production',
    },
  ],
  documentationUrl: 'https://learn.microsoft.com/en-us/advertising/guides/authentication-oauth-get-tokens',
  appValues: ['developerToken', 'apiVersion'],
  classify: classifyMicrosoftAds,
  connect: connectMicrosoftAds,
};
