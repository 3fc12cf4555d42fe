import { idField, type Provider } from '../../connector/provider.ts';
import { classifyGoogleAds, connectGoogleAds, withoutDashes } from './connector.ts';
import { useOfGoogleAds } from './use.ts';

/** Ten digits, with or without the dashes that the console shows. */
const customerId = '^\\d{3}-?\\d{3}-?\\d{4}$';

export const googleAds: Provider = {
  provider: 'google_ads',
  name: 'Google Ads',
  category: 'wg',
  authMethod: 'oauth',
  connectFields: [],
  settingsFields: [
    idField('customerId', 'Customer ID', customerId, {
      description: 'Ten digits, with or without hyphens, such as 123-456-7890.',
    }),
    idField('loginCustomerId', 'Login customer ID', customerId, {
      description:
        'Ten digits, with or without hyphens, such as 987-654-3210. The manager account, if the customer is managed by one.',
    }),
  ],
  documentationUrl: 'https://developers.google.com/google-ads/api/docs/oauth/overview',
  appValues: ['developerToken', 'apiVersion'],
  classify: classifyGoogleAds,
  normalizeSettings: withoutDashes,
  connect: connectGoogleAds,
  use: useOfGoogleAds,
};
