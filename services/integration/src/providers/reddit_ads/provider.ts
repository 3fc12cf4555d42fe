import { maxLengths, type Provider } from '../../connector/provider.ts';
import { classifyRedditAds, connectRedditAds } from './connector.ts';
import { useOfRedditAds } from './use.ts';

export const redditAds: Provider = {
  provider: 'reddit_ads',
  name: 'Reddit Ads',
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
      description: 'It starts with a2_ or t2_.',
      pattern: '^(a2|t2)_[a-z0-9]+$',
    },
    {
      name: 'businessId',
      label: 'Business ID',
      type: 'string',
      maxLength: maxLengths.id,
      required: false,
      pattern: '^[0-9a-f-]{36}$',
    },
  ],
  documentationUrl: 'https://ads-api.reddit.com/docs/v3/',
  appValues: ['apiVersion'],
  classify: classifyRedditAds,
  connect: connectRedditAds,
  use: useOfRedditAds,
};
