import { visibleAscii } from '../../connector/call.ts';
import { maxLengths, type Provider } from '../../connector/provider.ts';
import { classifyCriteo, connectCriteo } from './connector.ts';
import { useOfCriteo } from './use.ts';

export const criteo: Provider = {
  provider: 'criteo',
  name: 'Criteo Marketing Solutions',
  category: 'dsp',
  authMethod: 'credentials',
  connectFields: [
    {
      name: 'clientId',
      label: 'Client ID',
      type: 'string',
      maxLength: maxLengths.text,
      required: true,
      pattern: visibleAscii,
    },
    {
      name: 'clientSecret',
      label: 'Client secret',
      type: 'secret',
      maxLength: maxLengths.secret,
      required: true,
      description: "It's in the file that Criteo lets you download once, when you create the key pair.",
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
  ],
  documentationUrl: 'https://developers.criteo.com/criteo-apis/docs/authentication',
  appValues: ['apiVersion'],
  classify: classifyCriteo,
  connect: connectCriteo,
  use: useOfCriteo,
};
