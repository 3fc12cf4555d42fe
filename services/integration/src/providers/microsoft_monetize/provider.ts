import { idField, type Provider, secretField, textField } from '../../connector/provider.ts';
import { classifyMicrosoftMonetize } from './classify.ts';
import { connectMicrosoftMonetize } from './connector.ts';
import { useOfMicrosoftMonetize } from './use.ts';

export const microsoftMonetize: Provider = {
  provider: 'microsoft_monetize',
  name: 'Microsoft Monetize',
  category: 'ssp',
  authMethod: 'credentials',
  connectFields: [
    textField('username', 'Username', { description: 'The username of an API user.' }),
    secretField('password', 'Password'),
  ],
  settingsFields: [
    idField('memberId', 'Member ID', '^\\d{1,10}$', {
      description: 'Digits, such as 9421. Needed only if the user sees several members.',
    }),
  ],
  documentationUrl: 'https://learn.microsoft.com/en-us/xandr/digital-platform-api/authentication-service',
  appValues: [],
  classify: classifyMicrosoftMonetize,
  connect: connectMicrosoftMonetize,
  use: useOfMicrosoftMonetize,
};
