import { maxLengths, type Provider } from '../../connector/provider.ts';
import { classifyMicrosoftMonetize } from './classify.ts';
import { connectMicrosoftMonetize } from './connector.ts';
import { useOfMicrosoftMonetize } from './use.ts';

export const microsoftMonetize: Provider = {
  provider: 'microsoft_monetize',
  name: 'Microsoft Monetize',
  category: 'ssp',
  authMethod: 'credentials',
  connectFields: [
    {
      name: 'username',
      label: 'Username',
      type: 'string',
      maxLength: maxLengths.text,
      required: true,
      description: 'The username of an API user.',
    },
    { name: 'password', label: 'Password', type: 'secret', maxLength: maxLengths.secret, required: true },
  ],
  settingsFields: [
    {
      name: 'memberId',
      label: 'Member ID',
      type: 'string',
      maxLength: maxLengths.id,
      required: false,
      description: 'Needed only if the user sees several members.',
      pattern: '^\\d{1,10}$',
    },
  ],
  documentationUrl: 'https://learn.microsoft.com/en-us/xandr/digital-platform-api/authentication-service',
  appValues: [],
  classify: classifyMicrosoftMonetize,
  connect: connectMicrosoftMonetize,
  use: useOfMicrosoftMonetize,
};
