import { maxLengths, type Provider } from '../../connector/provider.ts';
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
    {
      name: 'customerId',
      label: 'Customer ID',
      type: 'string',
      maxLength: maxLengths.id,
      required: false,
      description: 'The customer that owns the account, or the manager account that manages it.',
      pattern: '^\\d{1,12}$',
    },
    {
      name: 'accountId',
      label: 'Account ID',
      type: 'string',
      maxLength: maxLengths.id,
      required: false,
      description:
        'The number after aid= in the address bar, not the account number with letters and digits.',
      pattern: '^\\d{1,12}$',
    },
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
