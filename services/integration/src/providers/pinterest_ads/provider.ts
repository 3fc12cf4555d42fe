import { idField, type Provider } from '../../connector/provider.ts';
import { classifyPinterestAds, connectPinterestAds } from './connector.ts';
import { useOfPinterestAds } from './use.ts';

export const pinterestAds: Provider = {
  provider: 'pinterest_ads',
  name: 'Pinterest Ads',
  category: 'wg',
  authMethod: 'oauth',
  connectFields: [],
  settingsFields: [
    idField('adAccountId', 'Ad account ID', '^\\d{1,18}$', {
      description:
        'Digits, such as 549765813042. If you leave it empty, the first account of the login is used.',
    }),
  ],
  documentationUrl:
    'https://developers.pinterest.com/docs/getting-started/set-up-authentication-and-authorization/',
  appValues: ['apiVersion'],
  classify: classifyPinterestAds,
  connect: connectPinterestAds,
  use: useOfPinterestAds,
};
