import { visibleAscii } from '../../connector/call.ts';
import { idField, type Provider, secretField, textField } from '../../connector/provider.ts';
import { classifyTheTradeDesk, connectTheTradeDesk } from './connector.ts';
import { useOfTheTradeDesk } from './use.ts';

/** Two alternative credentials: a long-lived token created in the console, or the login of an API user. */
export const theTradeDesk: Provider = {
  provider: 'the_trade_desk',
  name: 'The Trade Desk',
  category: 'dsp',
  authMethod: 'credentials',
  connectFields: [
    secretField('apiToken', 'API token', {
      description:
        "Create it in OpenTTD under Access Management. It's shown only once and can't be extended.",
      // Sent in a header.
      pattern: visibleAscii,
      group: 'apiToken',
    }),
    textField('login', 'API login', {
      description: 'The API user that your account manager set up.',
      group: 'login',
    }),
    secretField('password', 'API password', { group: 'login' }),
  ],
  settingsFields: [
    idField('partnerId', 'Partner ID', '^[a-z0-9]{3,32}$', {
      description: 'Lowercase letters and digits, such as 7k2m9qx.',
    }),
    idField('advertiserId', 'Advertiser ID', '^[a-z0-9]{3,32}$', {
      description: 'Lowercase letters and digits, such as x3f8w1p.',
    }),
    {
      name: 'environment',
      label: 'Environment',
      type: 'enum',
      required: false,
      options: ['production', 'sandbox'],
      default: 'production',
    },
    textField('tokenExpiresAt', 'Token expires on', {
      required: false,
      description:
        "The last day of the API token, such as 2027-01-31, so that you're warned before it expires.",
      pattern: '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$',
    }),
  ],
  documentationUrl:
    'https://open.thetradedesk.com/advertiser/docsApp/Foundations/resources/doc/PlatformAuthentication',
  appValues: ['apiVersion'],
  atOnce: 4,
  classify: classifyTheTradeDesk,
  connect: connectTheTradeDesk,
  use: useOfTheTradeDesk,
};
