import { createManualClock } from '@patchbay/runtime/manual-clock';
import { expect, it } from 'vitest';
import { createFairShare } from './fair-share.ts';

it('an organization that is alone has half of the limit, and others have an equal part each', async () => {
  const clock = createManualClock('2026-01-01T00:00:15Z');
  const share = createFairShare(clock);
  const send = (requests: number, organizationId: string, provider = 'ads') => {
    for (let count = 0; count < requests; count += 1) share(provider, 600, organizationId);
  };
  const refused = expect.objectContaining({ code: 'rate_limited', retryAfterSeconds: 45 }) as Error;
  send(300, 'one');
  expect(() => send(1, 'one')).toThrow(refused);
  send(200, 'two');
  expect(() => send(1, 'two')).toThrow(refused);
  // Together they send no more than the limit.
  send(50, 'three');
  send(50, 'four');
  expect(() => send(1, 'five')).toThrow(refused);
  send(300, 'one', 'other ads');
  await clock.advance(45_000);
  send(300, 'one');
});
