import type { Provider } from '../../connector/provider.ts';
import { classifyYahooDsp } from './classify.ts';
import { connectYahooDsp } from './connector.ts';

export const yahooDsp: Provider = {
  provider: 'yahoo_dsp',
  name: 'Yahoo DSP',
  category: 'dsp',
  authMethod: 'credentials',
  connectFields: [
    {
      name: 'clientId',
      label: 'Client ID',
      type: 'string',
      required: true,
      description: 'As My Account shows it, without a prefix; "undefined" there means no API access.',
    },
    { name: 'clientSecret', label: 'Client secret', type: 'secret', required: true },
  ],
  settingsFields: [
    { name: 'seatId', label: 'Seat ID', type: 'string', required: false, pattern: '^\\d+$' },
    { name: 'advertiserId', label: 'Advertiser ID', type: 'string', required: false, pattern: '^\\d+$' },
  ],
  documentationUrl: 'https://help.yahooinc.com/dsp-api/docs/setup-access-guide',
  appValues: [],
  classify: classifyYahooDsp,
  connect: connectYahooDsp,
};
