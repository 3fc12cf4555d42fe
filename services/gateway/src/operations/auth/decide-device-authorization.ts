import { typedUserCode } from '@patchbay/text/rules';
import { z } from 'zod';
import { defineOperation } from '../../operation/operation.ts';
import { textOf } from '../../schemas/text.ts';

export const decideDeviceAuthorization = defineOperation({
  id: 'decideDeviceAuthorization',
  group: 'auth',
  method: 'POST',
  path: '/v1/auth/device/decide',
  summary: 'Let a device in, or refuse it',
  description:
    'The device is signed in as the caller. Case, spaces and dashes of the code do not matter. A code that is not known, has ended or is decided is a 404; five of those, here or in `getDeviceAuthorization`, end the session that they came with.',
  credentials: 'session',
  access: { scope: 'self' },
  body: z.strictObject({ userCode: textOf(typedUserCode), decision: z.enum(['approve', 'deny']) }),
  examples: { body: { userCode: 'WDJB-MJHT', decision: 'approve' } },
  answer: { status: 204, description: 'The device learns of it at its next poll' },
  audit: ['session.revoked'],
  problems: ['not_found'],
  async handle({ body: { userCode, decision }, callOptions }, { identity }) {
    await identity.decideDeviceAuthorization({ userCode, approve: decision === 'approve' }, callOptions);
  },
});
