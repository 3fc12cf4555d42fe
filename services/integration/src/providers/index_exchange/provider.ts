import { maxLengths, type Provider } from '../../connector/provider.ts';
import { classifyIndexExchange, connectIndexExchange } from './connector.ts';
import { useOfIndexExchange } from './use.ts';

export const indexExchange: Provider = {
  provider: 'index_exchange',
  name: 'Index Exchange',
  category: 'ssp',
  authMethod: 'credentials',
  connectFields: [
    {
      name: 'username',
      label: 'Username',
      type: 'string',
      maxLength: maxLengths.text,
      required: true,
      description: 'The email address you sign in to Index Exchange with.',
    },
    { name: 'password', label: 'Password', type: 'secret', maxLength: maxLengths.secret, required: true },
  ],
  settingsFields: [
    {
      name: 'accountId',
      label: 'Account ID',
      type: 'string',
      maxLength: maxLengths.id,
      required: true,
      description: 'The account whose reports this login can read.',
      pattern: '^\\d{1,10}$',
    },
  ],
  documentationUrl: 'https://api.indexexchange.com/reference/getting-started',
  appValues: ['apiVersion'],
  classify: classifyIndexExchange,
  connect: connectIndexExchange,
  use: useOfIndexExchange,
};
