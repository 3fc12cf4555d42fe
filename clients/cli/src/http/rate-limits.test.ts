import { expect, it } from 'vitest';
import { rateLimitsOf } from './rate-limits.ts';

it('each limit of a response has a name, the remaining requests, the size and the reset', () => {
  const headers = new Headers({
    'ratelimit-policy': '"requestPerCaller";q=1200;w=60, "signUpPerAddress";q=20;w=3600',
    ratelimit: '"requestPerCaller";r=1199;t=58, "signUpPerAddress";r=0;t=3580',
  });
  expect(rateLimitsOf(headers)).toEqual([
    { name: 'requestPerCaller', left: 1199, limit: 1200, resetsIn: 58 },
    { name: 'signUpPerAddress', left: 0, limit: 20, resetsIn: 3580 },
  ]);
});

it('a response without the headers has no limits', () => {
  expect(rateLimitsOf(new Headers())).toEqual([]);
});
