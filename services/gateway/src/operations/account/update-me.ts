import { z } from 'zod';
import { defineOperation } from '../../operation/operation.ts';
import { presentUser } from '../../present/user.ts';
import { displayName } from '../../schemas/text.ts';
import { User, userExample } from '../../schemas/user.ts';

export const updateMe = defineOperation({
  id: 'updateMe',
  group: 'account',
  method: 'PATCH',
  path: '/v1/me',
  summary: 'Change your display name',
  description: 'The email never changes here.',
  credentials: 'session',
  access: { scope: 'self' },
  body: z.strictObject({ name: displayName }),
  examples: { body: { name: 'Ada Lovelace' } },
  answer: { status: 200, description: 'The account as it is now', schema: User, example: userExample },
  audit: ['user.updated'],
  async handle({ body, callOptions }, { identity }) {
    const { user } = await identity.updateUser(body, callOptions);
    return presentUser(user);
  },
});
