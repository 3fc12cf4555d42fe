import { maxLengths, type Provider } from '../../connector/provider.ts';
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
    {
      name: 'adAccountId',
      label: 'Ad account ID',
      type: 'string',
      maxLength: maxLengths.id,
      required: false,
      description:
        'With or without act_ in front. If you leave it empty, the first account of the login is used.',
      pattern: '^(act_)?\\d{5,20}$',
    },
    {
      name: 'businessId',
      label: 'Business ID',
      type: 'string',
      maxLength: maxLengths.id,
      required: false,
      description: 'The business portfolio that owns the ad account.',
      pattern: '^\\d{5,20}$',
    },
  ],
  documentationUrl: 'https://developers.facebook.com/docs/marketing-api/overview/authorization/',
  appValues: ['apiVersion'],
  classify: classifyMetaAds,
  normalizeSettings: withAccountPrefix,
  connect: connectMetaAds,
  use: useOfMetaAds,
};
