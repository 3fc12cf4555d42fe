import { maxLengths, type Provider } from '../../connector/provider.ts';
import { classifyMagnite, connectMagnite } from './connector.ts';
import { useOfMagnite } from './use.ts';

export const magnite: Provider = {
  provider: 'magnite',
  name: 'Magnite DV+',
  category: 'ssp',
  authMethod: 'credentials',
  connectFields: [
    {
      name: 'apiKey',
      label: 'API key',
      type: 'secret',
      maxLength: maxLengths.secret,
      required: true,
      description: 'From a key pair for the Magnite DV+ API.',
    },
    { name: 'apiSecret', label: 'API secret', type: 'secret', maxLength: maxLengths.secret, required: true },
  ],
  settingsFields: [
    {
      name: 'publisherId',
      label: 'Publisher ID',
      type: 'string',
      maxLength: maxLengths.id,
      required: true,
      description: 'The publisher whose reports this key can read.',
      pattern: '^\\d{1,10}$',
    },
  ],
  documentationUrl: 'https://help.magnite.com/help/buyer-segment-management-api',
  appValues: ['apiVersion'],
  classify: classifyMagnite,
  connect: connectMagnite,
  use: useOfMagnite,
};
