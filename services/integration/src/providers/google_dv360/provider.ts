import { maxLengths, type Provider } from '../../connector/provider.ts';
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
    {
      name: 'partnerId',
      label: 'Partner ID',
      type: 'string',
      maxLength: maxLengths.id,
      required: false,
      description: 'Needed to list all advertisers of the partner.',
      pattern: '^\\d+$',
    },
    {
      name: 'advertiserId',
      label: 'Advertiser ID',
      type: 'string',
      maxLength: maxLengths.id,
      required: false,
      pattern: '^\\d+$',
    },
  ],
  documentationUrl: 'https://developers.google.com/display-video/api/reference/rest/v4/partners/list',
  appValues: ['apiVersion'],
  classify: classifyGoogle,
  connect: connectGoogleDv360,
  use: useOfGoogleDv360,
};
