import { idField, type Provider } from '../../connector/provider.ts';
import { classifyMicrosoftAds } from './classify.ts';
import { connectMicrosoftAds } from './connector.ts';
import { useOfMicrosoftAds } from './use.ts';

export const microsoftAds: Provider = {
  provider: 'microsoft_ads',
  name: 'Microsoft Advertising',
  category: 'wg',
  authMethod: 'oauth',
  connectFields: [],
  settingsFields: [
    idField('customerId', 'Customer ID', '^\\d{1,12}$', {
      description:
        'Digits, such as 20513847. The customer that owns the account, or the manager account that manages it.',
    }),
    idField('accountId', 'Account ID', '^\\d{1,12}$', {
      description:
        'Digits, such as 141728350. The number after aid= in the address bar, not the account number with letters and digits.',
    }),
    {
      name: 'environment',
      label: 'Environment',
      type: 'enum',
      required: false,
      description: 'The sandbox has its own accounts.',
      options: ['production', 'sandbox'],
      default: 'production',
    },
  ],
  documentationUrl: 'https://learn.microsoft.com/en-us/advertising/guides/authentication-oauth-get-tokens',
  appValues: ['developerToken', 'apiVersion'],
  classify: classifyMicrosoftAds,
  connect: connectMicrosoftAds,
  use: useOfMicrosoftAds,
};
