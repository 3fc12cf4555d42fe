import type { Provider } from '../../connector/provider.ts';

/** Two alternative credentials of one login: its password, or a pair of tokens where the password is not disclosed. */
export const pubmatic: Provider = {
  provider: 'pubmatic',
  name: 'PubMatic',
  category: 'ssp',
  authMethod: 'credentials',
  connectFields: [
    {
      name: 'userName',
      label: 'User name',
      type: 'string',
      required: true,
      description: 'The e-mail address of the API login.',
    },
    { name: 'password', label: 'Password', type: 'secret', required: true, group: 'password' },
    { name: 'accessToken', label: 'Access token', type: 'secret', required: true, group: 'tokens' },
    { name: 'refreshToken', label: 'Refresh token', type: 'secret', required: true, group: 'tokens' },
  ],
  settingsFields: [
    { name: 'publisherId', label: 'Publisher ID', type: 'string', required: true, pattern: '^\\d{1,10}$' },
    {
      name: 'accountType',
      label: 'Account type',
      type: 'enum',
      required: false,
      options: ['PUBLISHER', 'DSP', 'BUYER', 'ACTIVATE ADVERTISER'],
      default: 'PUBLISHER',
    },
  ],
  documentationUrl: 'https://help.pubmatic.com/publisher/reference/get-started-with-pubmatic-apis',
  appValues: ['apiVersion'],
  connect: () => {
    throw new Error('no connector yet');
  },
};
