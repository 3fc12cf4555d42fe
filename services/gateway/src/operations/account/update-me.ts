import { replaces } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { presentUser } from '../../present/user.ts';
import { User, userChanges, userExample } from '../../schemas/user.ts';

export const updateMe = defineOperation({
  id: 'updateMe',
  group: 'account',
  method: 'PATCH',
  path: '/v1/me',
  summary: 'Change your display name',
  description: 'Changes the display name of the caller, in every organization. The email cannot be changed.',
  credentials: 'session',
  access: { scope: 'self' },
  limits: [{ name: 'profilePerUser', per: { of: ({ callerId }) => callerId } }],
  body: userChanges,
  examples: { body: { name: userExample.name } },
  answer: { status: 200, description: 'The account as it is now', schema: User, example: userExample },
  assistant: { changes: { ...replaces, fields: ['name'] } },
  audit: ['user.updated'],
  async handle({ body, callOptions }, { identity }) {
    const { user } = await identity.updateUser(body, callOptions);
    return presentUser(user);
  },
});
