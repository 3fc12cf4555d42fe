import type { Provider } from '../../connector/provider.ts';

export const magnite: Provider = {
  provider: 'magnite',
  name: 'Magnite DV+',
  category: 'ssp',
  authMethod: 'credentials',
  connectFields: [
    { name: 'apiKey', label: 'API key', type: 'secret', required: true },
    { name: 'apiSecret', label: 'API secret', type: 'secret', required: true },
  ],
  settingsFields: [
    { name: 'publisherId', label: 'Publisher ID', type: 'string', required: true, pattern: '^\\d{1,10}$' },
  ],
  documentationUrl: 'https://help.magnite.com/help/buyer-segment-management-api',
  appValues: ['apiVersion'],
  connect: () => {
    throw new Error('no connector yet');
  },
};
