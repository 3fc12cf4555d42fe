import { visibleAscii } from '../../connector/call.ts';
import { idField, type Provider, secretField, textField } from '../../connector/provider.ts';
import { classifyCriteo, connectCriteo } from './connector.ts';
import { useOfCriteo } from './use.ts';

export const criteo: Provider = {
  provider: 'criteo',
  name: 'Criteo Marketing Solutions',
  category: 'dsp',
  authMethod: 'credentials',
  connectFields: [
    textField('clientId', 'Client ID', { pattern: visibleAscii }),
    secretField('clientSecret', 'Client secret', {
      description: "It's in the file that Criteo lets you download once, when you create the key pair.",
    }),
  ],
  settingsFields: [
    idField('advertiserId', 'Advertiser ID', '^\\d+$', { description: 'Digits, such as 83042.' }),
  ],
  documentationUrl: 'https://developers.criteo.com/criteo-apis/docs/authentication',
  appValues: ['apiVersion'],
  classify: classifyCriteo,
  connect: connectCriteo,
  use: useOfCriteo,
};
