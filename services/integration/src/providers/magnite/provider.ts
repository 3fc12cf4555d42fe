import { idField, type Provider, secretField } from '../../connector/provider.ts';
import { classifyMagnite, connectMagnite } from './connector.ts';
import { useOfMagnite } from './use.ts';

export const magnite: Provider = {
  provider: 'magnite',
  name: 'Magnite DV+',
  category: 'ssp',
  authMethod: 'credentials',
  connectFields: [
    secretField('apiKey', 'API key', { description: 'From a key pair for the Magnite DV+ API.' }),
    secretField('apiSecret', 'API secret'),
  ],
  settingsFields: [
    idField('publisherId', 'Publisher ID', '^\\d{1,10}$', {
      required: true,
      description: 'Digits, such as 17284. The publisher whose reports this key can read.',
    }),
  ],
  documentationUrl: 'https://help.magnite.com/help/buyer-segment-management-api',
  appValues: ['apiVersion'],
  classify: classifyMagnite,
  connect: connectMagnite,
  use: useOfMagnite,
};
