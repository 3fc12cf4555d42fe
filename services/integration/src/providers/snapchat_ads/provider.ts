import { idField, type Provider } from '../../connector/provider.ts';
import { classifySnapchatAds, connectSnapchatAds } from './connector.ts';
import { useOfSnapchatAds } from './use.ts';

const uuid = '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$';

export const snapchatAds: Provider = {
  provider: 'snapchat_ads',
  name: 'Snapchat Ads',
  category: 'wg',
  authMethod: 'oauth',
  connectFields: [],
  settingsFields: [
    idField('adAccountId', 'Ad account ID', uuid, {
      description: 'Lowercase letters, digits and hyphens, such as 8adc3db7-8148-4fbf-999c-8d2266369d74.',
    }),
    idField('organizationId', 'Organization ID', uuid, {
      description:
        'Lowercase letters, digits and hyphens, such as 40d6719b-da09-410b-9185-0cc9c0dfed1d. The organization that the ad account belongs to.',
    }),
  ],
  documentationUrl: 'https://developers.snap.com/api/marketing-api/Ads-API/authentication',
  appValues: ['apiVersion'],
  classify: classifySnapchatAds,
  connect: connectSnapchatAds,
  use: useOfSnapchatAds,
};
