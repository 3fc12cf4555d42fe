import { typedUserCode } from '@patchbay/text/rules';
import { z } from 'zod';
import { defineOperation } from '../../operation/operation.ts';
import { isoTime } from '../../present/time.ts';
import { waitingDevice, waitingDeviceExample } from '../../schemas/device-authorization.ts';
import { textOf } from '../../schemas/text.ts';

export const getDeviceAuthorization = defineOperation({
  id: 'getDeviceAuthorization',
  group: 'auth',
  method: 'GET',
  path: '/v1/auth/device/{userCode}',
  summary: 'See which device asks to be let in',
  description:
    'For the page on which a person decides: where the device asks from, and what it says it is. Case, spaces and dashes of the code do not matter. A code that is not known, has ended or is decided is a 404; five of those, here or in `decideDeviceAuthorization`, end the session that they came with.',
  credentials: 'session',
  access: { scope: 'self' },
  params: z.strictObject({ userCode: textOf(typedUserCode) }),
  examples: { params: { userCode: 'WDJB-MJHT' } },
  answer: {
    status: 200,
    description: 'The device that waits',
    schema: waitingDevice,
    example: waitingDeviceExample,
  },
  audit: ['session.revoked'],
  problems: ['not_found'],
  async handle({ params, callOptions }, { identity }) {
    const device = await identity.getDeviceAuthorization({ userCode: params.userCode }, callOptions);
    return {
      userCode: device.userCode,
      ipAddress: device.ipAddress ?? null,
      userAgent: device.userAgent ?? null,
      createdAt: isoTime(device.createdAt),
      expiresAt: isoTime(device.expiresAt),
    };
  },
});
