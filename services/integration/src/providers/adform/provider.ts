import { visibleAscii } from '../../connector/call.ts';
import { idField, maxLengths, type Provider, secretField, textField } from '../../connector/provider.ts';
import { classifyAdform, connectAdform } from './connector.ts';
import { useOfAdform } from './use.ts';

export const adform: Provider = {
  provider: 'adform',
  name: 'Adform FLOW',
  category: 'dsp',
  authMethod: 'credentials',
  connectFields: [
    textField('clientId', 'Client ID', {
      description: 'From the OAuth client that Adform Support registered for you.',
      pattern: visibleAscii,
    }),
    secretField('clientSecret', 'Client secret'),
  ],
  settingsFields: [
    idField('advertiserId', 'Advertiser ID', '^\\d+$', { description: 'Digits, such as 2058317.' }),
    {
      name: 'scopes',
      label: 'Scopes',
      type: 'string',
      maxLength: maxLengths.scopes,
      required: false,
      description:
        'Advanced: the scopes that Adform Support assigned to the client, separated by spaces, such as https://api.adform.com/scope/buyer.advertisers.readonly. One of them must allow reading advertisers.',
      pattern: '^https://api\\.adform\\.com/scope/[!-~]+( https://api\\.adform\\.com/scope/[!-~]+)*$',
    },
  ],
  documentationUrl: 'https://api.adform.com/help/guides/getting-started/authorization-guide',
  appValues: ['apiVersion'],
  classify: classifyAdform,
  connect: connectAdform,
  use: useOfAdform,
};
