import { idField, type Provider } from '../../connector/provider.ts';
import { classifyAmazonDsp, connectAmazonDsp } from './connector.ts';
import { useOfAmazonDsp } from './use.ts';

export const amazonDsp: Provider = {
  provider: 'amazon_dsp',
  name: 'Amazon DSP',
  category: 'dsp',
  authMethod: 'oauth',
  connectFields: [],
  settingsFields: [
    {
      name: 'region',
      label: 'Region',
      type: 'enum',
      required: true,
      description:
        'Where the DSP account was opened: North America, Europe or Far East. No other region shows it.',
      options: ['NA', 'EU', 'FE'],
    },
    idField('profileId', 'Profile ID', '^\\d+$', {
      description: 'Digits, such as 3502814761. The profile of the DSP entity. Its type is agency.',
    }),
    idField('advertiserId', 'Advertiser ID', '^\\d+$', {
      description: 'Digits, such as 582736410. An advertiser within the profile.',
    }),
  ],
  documentationUrl:
    'https://advertising.amazon.com/API/docs/en-us/guides/account-management/authorization/overview',
  appValues: ['apiVersion'],
  classify: classifyAmazonDsp,
  connect: connectAmazonDsp,
  use: useOfAmazonDsp,
};
