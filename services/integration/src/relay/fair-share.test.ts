import { expect, it } from 'vitest';
import { createFairShare } from './fair-share.ts';

it('an organization that is alone has half of the limit, and others have an equal part each', () => {
  let time = 15_000;
  const share = createFairShare(() => time);
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
  time += 60_000;
  send(300, 'one');
});
