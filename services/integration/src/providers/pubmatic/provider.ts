import { visibleAscii } from '../../connector/call.ts';
import { idField, type Provider, secretField, textField } from '../../connector/provider.ts';
import { classifyPubmatic, connectPubmatic } from './connector.ts';
import { useOfPubmatic } from './use.ts';

/** Two alternative credentials of one login: its password, or a token pair if the password is not disclosed. */
export const pubmatic: Provider = {
  provider: 'pubmatic',
  name: 'PubMatic',
  category: 'ssp',
  authMethod: 'credentials',
  connectFields: [
    textField('userName', 'Username', { description: 'The email address of the API login.' }),
    secretField('password', 'Password', {
      description: 'You can enter a pair of tokens instead.',
      group: 'password',
    }),
    secretField('accessToken', 'Access token', {
      description: "At most 60 days old. Don't use it anywhere else: renewing it replaces both tokens.",
      // It is sent in a header.
      pattern: visibleAscii,
      group: 'tokens',
    }),
    secretField('refreshToken', 'Refresh token', {
      description: 'The one that came with the access token.',
      group: 'tokens',
    }),
  ],
  settingsFields: [
    idField('publisherId', 'Publisher ID', '^\\d{1,10}$', {
      required: true,
      description: 'Digits, such as 156209.',
    }),
    {
      name: 'accountType',
      label: 'Account type',
      type: 'enum',
      required: false,
      description: 'The type of account that the login belongs to.',
      options: ['PUBLISHER', 'DSP', 'BUYER', 'ACTIVATE ADVERTISER'],
      default: 'PUBLISHER',
    },
  ],
  documentationUrl: 'https://help.pubmatic.com/publisher/reference/get-started-with-pubmatic-apis',
  appValues: ['apiVersion'],
  classify: classifyPubmatic,
  connect: connectPubmatic,
  use: useOfPubmatic,
};
