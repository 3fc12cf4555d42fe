import { idField, type Provider } from '../../connector/provider.ts';
import { classifyRedditAds, connectRedditAds } from './connector.ts';
import { useOfRedditAds } from './use.ts';

export const redditAds: Provider = {
  provider: 'reddit_ads',
  name: 'Reddit Ads',
  category: 'wg',
  authMethod: 'oauth',
  connectFields: [],
  settingsFields: [
    idField('adAccountId', 'Ad account ID', '^(a2|t2)_[a-z0-9]+$', {
      description: 'It starts with a2_ or t2_, such as a2_gx5w8k1m.',
    }),
    idField('businessId', 'Business ID', '^[0-9a-f-]{36}$', {
      description: 'Letters from a to f, digits and hyphens, such as 2f6c1b9e-5d48-4a7b-8f30-91c2d7e6a405.',
    }),
  ],
  documentationUrl: 'https://ads-api.reddit.com/docs/v3/',
  appValues: ['apiVersion'],
  classify: classifyRedditAds,
  connect: connectRedditAds,
  use: useOfRedditAds,
};
