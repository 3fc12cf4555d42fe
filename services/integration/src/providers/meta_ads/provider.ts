import { idField, type Provider } from '../../connector/provider.ts';
import { classifyMetaAds } from './classify.ts';
import { connectMetaAds, withAccountPrefix } from './connector.ts';
import { useOfMetaAds } from './use.ts';

export const metaAds: Provider = {
  provider: 'meta_ads',
  name: 'Meta Ads',
  category: 'wg',
  authMethod: 'oauth',
  connectFields: [],
  settingsFields: [
    idField('adAccountId', 'Ad account ID', '^(act_)?\\d{5,20}$', {
      description:
        'Digits, with or without act_ in front, such as act_1029384756. If you leave it empty, the first account of the login is used.',
    }),
    idField('businessId', 'Business ID', '^\\d{5,20}$', {
      description: 'Digits, such as 564738291056. The business portfolio that owns the ad account.',
    }),
  ],
  documentationUrl: 'https://developers.facebook.com/docs/marketing-api/overview/authorization/',
  appValues: ['apiVersion'],
  classify: classifyMetaAds,
  normalizeSettings: withAccountPrefix,
  connect: connectMetaAds,
  use: useOfMetaAds,
};
