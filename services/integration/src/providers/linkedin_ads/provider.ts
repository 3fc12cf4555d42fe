import { maxLengths, type Provider } from '../../connector/provider.ts';
import { connectLinkedinAds } from './connector.ts';
import { useOfLinkedinAds } from './use.ts';

export const linkedinAds: Provider = {
  provider: 'linkedin_ads',
  name: 'LinkedIn Ads',
  category: 'wg',
  authMethod: 'oauth',
  connectFields: [],
  settingsFields: [
    {
      name: 'adAccountId',
      label: 'Ad account ID',
      type: 'string',
      maxLength: maxLengths.id,
      required: false,
      description: 'If you leave it empty, the first account of the login is used.',
      pattern: '^\\d{4,15}$',
    },
  ],
  documentationUrl:
    'https://learn.microsoft.com/en-us/linkedin/shared/authentication/programmatic-refresh-tokens',
  appValues: ['apiVersion'],
  connect: connectLinkedinAds,
  use: useOfLinkedinAds,
};
