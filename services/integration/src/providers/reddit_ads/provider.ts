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
      description: 'It starts with a2_ or t2_.',
    }),
    idField('businessId', 'Business ID', '^[0-9a-f-]{36}$'),
  ],
  documentationUrl: 'https://ads-api.reddit.com/docs/v3/',
  appValues: ['apiVersion'],
  classify: classifyRedditAds,
  connect: connectRedditAds,
  use: useOfRedditAds,
};
