import { Failure, internal } from '@patchbay/errors/failure';
import { never } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { isoTime } from '../../present/time.ts';
import { presentUser } from '../../present/user.ts';
import {
  DeviceSignedIn,
  deviceAuthorizationExample,
  deviceAuthorizationPoll,
  deviceSignedInExample,
} from '../../schemas/device-authorization.ts';

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
  summary: 'Check whether a device was approved',
  description:
    'Asks whether someone has approved the device, and signs it in once they have. Until then it is a 400 without `errors` whose `detail` begins with a code: `authorization_pending` (ask again after `interval` seconds), `slow_down` (the poll came too early: wait five seconds longer from now on), `expired_token` (start again; also for an unknown code) or `access_denied`. A device code opens one session.',
  credentials: 'none',
  access: { scope: 'public' },
  body: deviceAuthorizationPoll,
  examples: { body: { deviceCode: deviceAuthorizationExample.deviceCode } },
  answer: {
    status: 200,
    description: 'Signed in',
    schema: DeviceSignedIn,
    example: deviceSignedInExample,
  },
  assistant: never('shows or takes a credential'),
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
