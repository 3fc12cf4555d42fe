import { maxLengths, type Provider } from '../../connector/provider.ts';
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
    {
      name: 'customerId',
      label: 'Customer ID',
      type: 'string',
      maxLength: maxLengths.id,
      required: false,
      pattern: customerId,
    },
    {
      name: 'loginCustomerId',
      label: 'Login customer ID',
      type: 'string',
      maxLength: maxLengths.id,
      required: false,
      description: 'The manager account, if the customer is managed by one.',
      pattern: customerId,
    },
  ],
  documentationUrl: 'https://developers.google.com/google-ads/api/docs/oauth/overview',
  appValues: ['developerToken', 'apiVersion'],
  classify: classifyGoogleAds,
  normalizeSettings: withoutDashes,
  connect: connectGoogleAds,
  use: useOfGoogleAds,
};
