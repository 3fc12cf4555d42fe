import { visibleAscii } from '../../connector/call.ts';
import { idField, type Provider, secretField, textField } from '../../connector/provider.ts';
import { classifyEquativ, connectEquativ } from './connector.ts';
import { useOfEquativ } from './use.ts';

export const equativ: Provider = {
  provider: 'equativ',
  name: 'Equativ',
  category: 'ssp',
  authMethod: 'credentials',
  connectFields: [
    textField('clientId', 'Client ID', {
      description: 'From an API user that you create in the Equativ platform.',
      pattern: visibleAscii,
    }),
    secretField('clientSecret', 'Client secret'),
  ],
  settingsFields: [
    idField('networkId', 'Network ID', '^\\d{1,8}$', { description: 'Digits, such as 2061.' }),
    {
      name: 'platform',
      label: 'Platform',
      type: 'enum',
      required: false,
      options: ['supply', 'demand'],
      default: 'supply',
    },
    idField('companyId', 'Company ID', '^\\d+$', {
      description: 'Digits, such as 48213. Only for the demand platform.',
    }),
  ],
  documentationUrl: 'https://help.equativ.com/automate-monetization/get-started-with-equativ-apis',
  appValues: [],
  classify: classifyEquativ,
  connect: connectEquativ,
  use: useOfEquativ,
};
