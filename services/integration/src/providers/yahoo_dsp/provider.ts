import { visibleAscii } from '../../connector/call.ts';
import { idField, type Provider, secretField, textField } from '../../connector/provider.ts';
import { classifyYahooDsp } from './classify.ts';
import { connectYahooDsp } from './connector.ts';
import { useOfYahooDsp } from './use.ts';

export const yahooDsp: Provider = {
  provider: 'yahoo_dsp',
  name: 'Yahoo DSP',
  category: 'dsp',
  authMethod: 'credentials',
  connectFields: [
    textField('clientId', 'Client ID', {
      description:
        'Shown once under My Account, Activate. Enter it without a prefix. If you see "undefined" there, the user isn\'t enabled for API access.',
      pattern: visibleAscii,
    }),
    secretField('clientSecret', 'Client secret', { description: 'Shown once, together with the client ID.' }),
  ],
  settingsFields: [
    idField('seatId', 'Seat ID', '^\\d+$', {
      description:
        'Digits, such as 24817. Needed only if the user has several seats. If you leave it empty, the current one is used.',
    }),
    idField('advertiserId', 'Advertiser ID', '^\\d+$', { description: 'Digits, such as 1610358.' }),
  ],
  documentationUrl: 'https://help.yahooinc.com/dsp-api/docs/setup-access-guide',
  appValues: [],
  classify: classifyYahooDsp,
  connect: connectYahooDsp,
  use: useOfYahooDsp,
};
