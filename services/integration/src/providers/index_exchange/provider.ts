import { idField, type Provider, secretField, textField } from '../../connector/provider.ts';
import { classifyIndexExchange, connectIndexExchange } from './connector.ts';
import { useOfIndexExchange } from './use.ts';

export const indexExchange: Provider = {
  provider: 'index_exchange',
  name: 'Index Exchange',
  category: 'ssp',
  authMethod: 'credentials',
  connectFields: [
    textField('username', 'Username', {
      description: 'The email address you sign in to Index Exchange with.',
    }),
    secretField('password', 'Password'),
  ],
  settingsFields: [
    idField('accountId', 'Account ID', '^\\d{1,10}$', {
      required: true,
      description: 'Digits, such as 187365. The account whose reports this login can read.',
    }),
  ],
  documentationUrl: 'https://api.indexexchange.com/reference/getting-started',
  appValues: ['apiVersion'],
  classify: classifyIndexExchange,
  connect: connectIndexExchange,
  use: useOfIndexExchange,
};
