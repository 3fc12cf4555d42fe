import { Failure, internal } from '@patchbay/errors/failure';
import { z } from 'zod';
import { defineOperation } from '../../operation/operation.ts';
import { isoTime } from '../../present/time.ts';
import { presentUser } from '../../present/user.ts';
import { programText, timestamp } from '../../schemas/text.ts';
import { User, userExample } from '../../schemas/user.ts';

/** The sentence that follows each error code of identity in `detail`. */
const refusals: Readonly<Record<string, string>> = {
  authorization_pending: 'Nobody has decided yet. Ask again after the interval.',
  slow_down: 'This came sooner than the interval. Wait five seconds longer from now on.',
  expired_token: 'The device code is not known or has expired. Start again.',
  access_denied: 'The person has refused.',
};

/** The internal text of the failure for a code that no device has: clients cannot tell it from one that has expired. */
const unknownCode = 'no device has this code';

function refused(code: string): Failure {
  if (code === 'unknown_code')
    return new Failure('bad_request', `expired_token: ${refusals['expired_token']}`, {
      internal: unknownCode,
    });
  const sentence = refusals[code];
  if (sentence === undefined) return internal(`identity refused a poll with ${code}`);
  return new Failure('bad_request', `${code}: ${sentence}`);
}

export const pollDeviceAuthorization = defineOperation({
  id: 'pollDeviceAuthorization',
  group: 'auth',
  method: 'POST',
  path: '/v1/auth/device/token',
  summary: 'Ask whether a device is let in',
  description:
    'Until somebody has let it in it is a 400 whose `detail` begins with `authorization_pending`, `slow_down`, `expired_token` or `access_denied`, and that has no `errors`. A code opens one session.',
  credentials: 'none',
  access: { scope: 'public' },
  body: z.strictObject({ deviceCode: programText(128) }),
  examples: { body: { deviceCode: 'mB4kD9sLxEaPfGuViRqYtAhJ2zXv0m3m8rQy5cW1oT7' } },
  answer: {
    status: 200,
    description: 'Signed in',
    schema: z.object({
      token: z.string().meta({ description: 'The bearer of the new session.' }),
      expiresAt: timestamp,
      user: User,
    }),
    example: {
      token: 'hJ2zXv0m3m8rQy5cW1oT7nB4kD9sLxEaPfGuViRqYtA',
      expiresAt: '2026-11-22T09:30:00.000Z',
      user: userExample,
    },
  },
  audit: ['user.signed_in', 'member.added'],
  problems: ['bad_request'],
  // The other errors are answered for device codes that identity has given out.
  failedCredential: ({ code, message }) => code === 'bad_request' && message === unknownCode,
  async handle({ body, callOptions }, { identity }) {
    const { outcome } = await identity.pollDeviceAuthorization(body, callOptions);
    if (outcome.case === 'error') throw refused(outcome.value);
    if (outcome.case === undefined) throw internal('identity did not say how a poll ended');
    const { sessionToken, session, user } = outcome.value;
    return { token: sessionToken, expiresAt: isoTime(session?.expiresAt), user: presentUser(user) };
  },
});
