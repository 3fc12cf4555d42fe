import { OutgoingError } from '@patchbay/outgoing/outgoing';
import { expect, it } from 'vitest';
import type { Provider } from '../connector/provider.ts';
import { brokenOff, unreachable } from './provider-answer.ts';

const provider = { name: 'Example Ads' } as Provider;

it.each([
  ['timeout', true],
  ['unreachable', true],
  ['suspended', true],
  ['too_large', true],
  ['busy', false],
  ['address_refused', false],
  ['canceled', false],
] as const)('a request that ends with %s is a failure of the provider: %s', (failure, byProvider) => {
  expect(unreachable(new OutgoingError(failure, 'api.example'), provider)).toMatchObject({ byProvider });
});

it.each([
  ['UND_ERR_BODY_TIMEOUT', 'timeout', true],
  ['UND_ERR_SOCKET', 'unavailable', true],
  ['UND_ERR_DESTROYED', 'unavailable', false],
])(
  'an answer that ends with %s is the failure %s, and one of the provider: %s',
  (code, expected, byProvider) => {
    const error = Object.assign(new Error('ended'), { code });
    expect(brokenOff(error, provider)).toMatchObject({ code: expected, byProvider });
  },
);
