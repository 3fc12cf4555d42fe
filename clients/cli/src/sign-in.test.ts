import { ConnectionFailed, PatchbayError, ServiceUnavailable, ValidationFailed } from '@patchbay/client';
import { createManualClock } from '@patchbay/runtime/manual-clock';
import { expect, it } from 'vitest';
import { untilDecided } from './sign-in.ts';

/** Polls that are answered one after another, and the seconds that pass before each. */
async function poll(answers: readonly (Error | string)[], expiresIn = 600) {
  const waits: number[] = [];
  const manual = createManualClock();
  const clock = {
    ...manual,
    async sleep(ms: number) {
      waits.push(ms / 1000);
      await manual.advance(ms);
    },
  };
  const left = [...answers];
  const client = {
    async pollDeviceAuthorization() {
      const answer = left.shift() ?? '';
      if (typeof answer !== 'string') throw answer;
      return { token: answer } as never;
    },
  };
  const started = { deviceCode: 'x', interval: 5, expiresIn };
  const { signal } = new AbortController();
  const ended = await untilDecided(client, started, { clock, signal }).catch((error: Error) => error.message);
  return { ended, waits };
}

const refused = (detail: string): Error => new ValidationFailed(detail);
const pending = refused('authorization_pending: Nobody has decided yet.');

it('the device polls at the interval, and more slowly after `slow_down`', async () => {
  const slowDown = refused('slow_down: This came sooner than the interval.');
  expect(await poll([pending, slowDown, pending, 'token'])).toEqual({
    ended: 'token',
    waits: [5, 5, 10, 10],
  });
});

it('the device keeps polling while the network or the platform fails', async () => {
  const later = new ServiceUnavailable(
    'Try later.',
    new Response(null, { headers: { 'retry-after': '30' } }),
  );
  expect(await poll([new ConnectionFailed('cut'), later, 'token'])).toEqual({
    ended: 'token',
    waits: [5, 10, 30],
  });
});

it.each([
  ['access_denied: The person has refused.', 'The sign-in was refused in the browser.'],
  ['expired_token: Start again.', 'The code has expired before anybody let this device in.'],
])('a poll that is answered with "%s" ends the wait', async (detail, ended) => {
  expect(await poll([pending, refused(detail)])).toEqual({ ended, waits: [5, 5] });
});

it('the device stops polling when its code has expired, whatever the host answers', async () => {
  expect(await poll([pending, pending, pending, pending], 12)).toEqual({
    ended: 'The code has expired before anybody let this device in.',
    waits: [5, 5, 5],
  });
});

it('any other refusal ends the wait with the text of the API', async () => {
  expect(await poll([new PatchbayError('Something else.')])).toMatchObject({ ended: 'Something else.' });
});
