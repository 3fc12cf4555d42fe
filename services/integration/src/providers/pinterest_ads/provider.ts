import { maxLengths, type Provider } from '../../connector/provider.ts';
import { classifyPinterestAds, connectPinterestAds } from './connector.ts';
import { useOfPinterestAds } from './use.ts';

export const pinterestAds: Provider = {
  provider: 'pinterest_ads',
  name: 'Pinterest Ads',
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
      pattern: '^\\d{1,18}$',
    },
  ],
  documentationUrl:
    'https://developers.pinterest.com/docs/getting-started/set-up-authentication-and-authorization/',
  appValues: ['apiVersion'],
  classify: classifyPinterestAds,
  connect: connectPinterestAds,
  use: useOfPinterestAds,
};
