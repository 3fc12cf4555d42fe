import { never } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import {
  deviceAuthorizationDecision,
  deviceAuthorizationExample,
} from '../../schemas/device-authorization.ts';

export const decideDeviceAuthorization = defineOperation({
  id: 'decideDeviceAuthorization',
  group: 'auth',
  method: 'POST',
  path: '/v1/auth/device/decide',
  summary: 'Approve or deny a device',
  description:
    'Signs a device in as the caller, or refuses it. The device learns of it at its next poll. A code that is not known, has ended or was already decided is a 404; five of those, here or in `getDeviceAuthorization`, end the session that they came with.',
  credentials: 'session',
  access: { scope: 'self' },
  body: deviceAuthorizationDecision,
  examples: { body: { userCode: deviceAuthorizationExample.userCode, decision: 'approve' } },
  answer: { status: 204, description: 'The device learns of it at its next poll' },
  assistant: never('gives access'),
  audit: ['session.revoked'],
  problems: ['not_found'],
  async handle({ body: { userCode, decision }, callOptions }, { identity }) {
    await identity.decideDeviceAuthorization({ userCode, approve: decision === 'approve' }, callOptions);
  },
});
