import { visibleAscii } from '../../connector/call.ts';
import { maxLengths, type Provider } from '../../connector/provider.ts';
import { classifyPubmatic, connectPubmatic } from './connector.ts';
import { useOfPubmatic } from './use.ts';

/** Two alternative credentials of one login: its password, or a token pair if the password is not disclosed. */
export const pubmatic: Provider = {
  provider: 'pubmatic',
  name: 'PubMatic',
  category: 'ssp',
  authMethod: 'credentials',
  connectFields: [
    {
      name: 'userName',
      label: 'Username',
      type: 'string',
      maxLength: maxLengths.text,
      required: true,
      description: 'The email address of the API login.',
    },
    {
      name: 'password',
      label: 'Password',
      type: 'secret',
      maxLength: maxLengths.secret,
      required: true,
      description: 'You can enter a pair of tokens instead.',
      group: 'password',
    },
    {
      name: 'accessToken',
      label: 'Access token',
      type: 'secret',
      maxLength: maxLengths.secret,
      required: true,
      description: "At most 60 days old. Don't use it anywhere else: renewing it replaces both tokens.",
      // It is sent in a header.
      pattern: visibleAscii,
      group: 'tokens',
    },
    {
      name: 'refreshToken',
      label: 'Refresh token',
      type: 'secret',
      maxLength: maxLengths.secret,
      required: true,
      description: 'The one that came with the access token.',
      group: 'tokens',
    },
  ],
  settingsFields: [
    {
      name: 'publisherId',
      label: 'Publisher ID',
      type: 'string',
      maxLength: maxLengths.id,
      required: true,
      pattern: '^\\d{1,10}$',
    },
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
