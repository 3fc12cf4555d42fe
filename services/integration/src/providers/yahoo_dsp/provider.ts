import { visibleAscii } from '../../connector/call.ts';
import { maxLengths, type Provider } from '../../connector/provider.ts';
import { classifyYahooDsp } from './classify.ts';
import { connectYahooDsp } from './connector.ts';
import { useOfYahooDsp } from './use.ts';

export const yahooDsp: Provider = {
  provider: 'yahoo_dsp',
  name: 'Yahoo DSP',
  category: 'dsp',
  authMethod: 'credentials',
  connectFields: [
    {
      name: 'clientId',
      label: 'Client ID',
      type: 'string',
      maxLength: maxLengths.text,
      required: true,
      description:
        'Shown once under My Account, Activate. Enter it without a prefix. If you see "undefined" there, the user isn\'t enabled for API access.',
      pattern: visibleAscii,
    },
    {
      name: 'clientSecret',
      label: 'Client secret',
      type: 'secret',
      maxLength: maxLengths.secret,
      required: true,
      description: 'Shown once, together with the client ID.',
    },
  ],
  settingsFields: [
    {
      name: 'seatId',
      label: 'Seat ID',
      type: 'string',
      maxLength: maxLengths.id,
      required: false,
      description:
        'Needed only if the user has several seats. If you leave it empty, the current one is used.',
      pattern: '^\\d+$',
    },
    {
      name: 'advertiserId',
      label: 'Advertiser ID',
      type: 'string',
      maxLength: maxLengths.id,
      required: false,
      pattern: '^\\d+$',
    },
  ],
  documentationUrl: 'https://help.yahooinc.com/dsp-api/docs/setup-access-guide',
  appValues: [],
  classify: classifyYahooDsp,
  connect: connectYahooDsp,
  use: useOfYahooDsp,
};
