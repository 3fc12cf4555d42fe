import { visibleAscii } from '../../connector/call.ts';
import { maxLengths, type Provider } from '../../connector/provider.ts';
import { classifyAdform, connectAdform } from './connector.ts';
import { useOfAdform } from './use.ts';

export const adform: Provider = {
  provider: 'adform',
  name: 'Adform FLOW',
  category: 'dsp',
  authMethod: 'credentials',
  connectFields: [
    {
      name: 'clientId',
      label: 'Client ID',
      type: 'string',
      maxLength: maxLengths.text,
      required: true,
      description: 'From the OAuth client that Adform Support registered for you.',
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
      name: 'advertiserId',
      label: 'Advertiser ID',
      type: 'string',
      maxLength: maxLengths.id,
      required: false,
      pattern: '^\\d+$',
    },
    {
      name: 'scopes',
      label: 'Scopes',
      type: 'string',
      maxLength: maxLengths.scopes,
      required: false,
      description:
        'Advanced: the scopes that Adform Support assigned to the client, separated by spaces. One of them must allow reading advertisers.',
      pattern: '^https://api\\.adform\\.com/scope/[!-~]+( https://api\\.adform\\.com/scope/[!-~]+)*$',
    },
  ],
  documentationUrl: 'https://api.adform.com/help/guides/getting-started/authorization-guide',
  appValues: ['apiVersion'],
  classify: classifyAdform,
  connect: connectAdform,
  use: useOfAdform,
};
