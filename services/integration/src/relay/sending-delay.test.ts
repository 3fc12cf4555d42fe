import '@patchbay/telemetry/fresh-modules';
import type { StreamedAnswer, StreamedRequest } from '@patchbay/outgoing/outgoing';
import { expect, it, vi } from 'vitest';
import { measureDelay } from './sending-delay.ts';

const observed = vi.hoisted((): unknown[] => []);
vi.mock(import('@patchbay/telemetry/metrics'), async (original) => ({
  ...(await original()),
  observe: (metric, seconds) => void observed.push([metric, seconds >= 0]),
}));

const request = {} as StreamedRequest;
const answer = {} as StreamedAnswer;
const parts = () =>
  measureDelay({
    outgoing: { open: async () => answer },
    tokens: { async renew() {}, async refused() {} },
  });

it('the delay of a request is measured when it is sent first, and not when it is sent again', async () => {
  const { outgoing, tokens } = parts();
  expect(await outgoing.open(request)).toBe(answer);
  await tokens.renew('id', 1, 'expired', AbortSignal.abort());
  await outgoing.open(request);
  expect(observed.splice(0)).toEqual([['relayDelay', true]]);
});

it('the delay of a request that waits for a renewal is not measured', async () => {
  const { outgoing, tokens } = parts();
  await tokens.renew('id', 1, 'expired', AbortSignal.abort());
  await outgoing.open(request);
  expect(observed).toEqual([]);
});
