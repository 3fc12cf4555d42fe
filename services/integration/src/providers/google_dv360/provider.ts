import { idField, type Provider } from '../../connector/provider.ts';
import { classifyGoogle } from '../google.ts';
import { connectGoogleDv360 } from './connector.ts';
import { useOfGoogleDv360 } from './use.ts';

export const googleDv360: Provider = {
  provider: 'google_dv360',
  name: 'Display & Video 360',
  category: 'dsp',
  authMethod: 'oauth',
  connectFields: [],
  settingsFields: [
    idField('partnerId', 'Partner ID', '^\\d+$', {
      description: 'Digits, such as 6032501. Needed to list all advertisers of the partner.',
    }),
    idField('advertiserId', 'Advertiser ID', '^\\d+$', { description: 'Digits, such as 4061742.' }),
  ],
  documentationUrl: 'https://developers.google.com/display-video/api/reference/rest/v4/partners/list',
  appValues: ['apiVersion'],
  classify: classifyGoogle,
  connect: connectGoogleDv360,
  use: useOfGoogleDv360,
};
