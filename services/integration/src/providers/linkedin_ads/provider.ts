import { idField, type Provider } from '../../connector/provider.ts';
import { connectLinkedinAds } from './connector.ts';
import { useOfLinkedinAds } from './use.ts';

export const linkedinAds: Provider = {
  provider: 'linkedin_ads',
  name: 'LinkedIn Ads',
  category: 'wg',
  authMethod: 'oauth',
  connectFields: [],
  settingsFields: [
    idField('adAccountId', 'Ad account ID', '^\\d{4,15}$', {
      description:
        'Digits, such as 508472913. If you leave it empty, the first account of the login is used.',
    }),
  ],
  documentationUrl:
    'https://learn.microsoft.com/en-us/linkedin/shared/authentication/programmatic-refresh-tokens',
  appValues: ['apiVersion'],
  connect: connectLinkedinAds,
  use: useOfLinkedinAds,
};
