import { z } from 'zod';
import { never } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { isoTime } from '../../present/time.ts';
import {
  deviceAuthorizationExample,
  userCode,
  WaitingDevice,
  waitingDeviceExample,
} from '../../schemas/device-authorization.ts';

export const getDeviceAuthorization = defineOperation({
  id: 'getDeviceAuthorization',
  group: 'auth',
  method: 'GET',
  path: '/v1/auth/device/{userCode}',
  summary: 'See which device is asking to sign in',
  description:
    'Shows which device is asking to sign in, for the page on which a person decides: where it asks from, and what it says it is. A code that is not known, has ended or was already decided is a 404; five of those, here or in `decideDeviceAuthorization`, end the session that they came with.',
  credentials: 'session',
  access: { scope: 'self' },
  params: z.strictObject({ userCode }),
  examples: { params: { userCode: deviceAuthorizationExample.userCode } },
  answer: {
    status: 200,
    description: 'The device that is waiting',
    schema: WaitingDevice,
    example: waitingDeviceExample,
  },
  assistant: never('shows or takes a credential'),
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
