import { idField, type Provider } from '../../connector/provider.ts';
import { classifyTiktokAds } from './classify.ts';
import { connectTiktokAds } from './connector.ts';
import { useOfTiktokAds } from './use.ts';

export const tiktokAds: Provider = {
  provider: 'tiktok_ads',
  name: 'TikTok Ads',
  category: 'wg',
  authMethod: 'oauth',
  connectFields: [],
  settingsFields: [
    idField('advertiserId', 'Advertiser ID', '^\\d{5,25}$', {
      description:
        'Digits, such as 7041829365018273645. If you leave it empty, the first advertiser of the login is used.',
    }),
    {
      name: 'environment',
      label: 'Environment',
      type: 'enum',
      required: false,
      description: 'The sandbox has its own advertisers.',
      options: ['production', 'sandbox'],
      default: 'production',
    },
  ],
  documentationUrl: 'https://business-api.tiktok.com/portal/docs?id=1738373164380162',
  appValues: ['apiVersion'],
  classify: classifyTiktokAds,
  connect: connectTiktokAds,
  use: useOfTiktokAds,
};
