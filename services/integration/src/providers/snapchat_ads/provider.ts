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
    idField('adAccountId', 'Ad account ID', uuid),
    idField('organizationId', 'Organization ID', uuid, {
      description: 'The organization that the ad account belongs to.',
    }),
  ],
  documentationUrl: 'https://developers.snap.com/api/marketing-api/Ads-API/authentication',
  appValues: ['apiVersion'],
  classify: classifySnapchatAds,
  connect: connectSnapchatAds,
  use: useOfSnapchatAds,
};
