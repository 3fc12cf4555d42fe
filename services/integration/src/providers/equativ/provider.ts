import { visibleAscii } from '../../connector/call.ts';
import { maxLengths, type Provider } from '../../connector/provider.ts';
import { classifyEquativ, connectEquativ } from './connector.ts';
import { useOfEquativ } from './use.ts';

export const equativ: Provider = {
  provider: 'equativ',
  name: 'Equativ',
  category: 'ssp',
  authMethod: 'credentials',
  connectFields: [
    {
      name: 'clientId',
      label: 'Client ID',
      type: 'string',
      maxLength: maxLengths.text,
      required: true,
      description: 'From an API user that you create in the Equativ platform.',
      pattern: visibleAscii,
    },
    {
      name: 'clientSecret',
      label: 'Client secret',
      type: 'secret',
      maxLength: maxLengths.secret,
      required: true,
    },
  ],
  settingsFields: [
    {
      name: 'networkId',
      label: 'Network ID',
      type: 'string',
      maxLength: maxLengths.id,
      required: false,
      pattern: '^\\d{1,8}$',
    },
    {
      name: 'platform',
      label: 'Platform',
      type: 'enum',
      required: false,
      options: ['supply', 'demand'],
      default: 'supply',
    },
    {
      name: 'companyId',
      label: 'Company ID',
      type: 'string',
      maxLength: maxLengths.id,
      required: false,
      description: 'Only for the demand platform.',
      pattern: '^\\d+$',
    },
  ],
  documentationUrl: 'https://help.equativ.com/automate-monetization/get-started-with-equativ-apis',
  appValues: [],
  classify: classifyEquativ,
  connect: connectEquativ,
  use: useOfEquativ,
};
