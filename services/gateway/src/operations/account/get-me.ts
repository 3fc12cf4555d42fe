import { reads } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { presentUser } from '../../present/user.ts';
import { User, userExample } from '../../schemas/user.ts';

export const getMe = defineOperation({
  id: 'getMe',
  group: 'account',
  method: 'GET',
  path: '/v1/me',
  summary: 'Read your own account',
  description:
    'Returns the account of the caller. With a user-level API key, that is the account of the person who created the key.',
  credentials: 'session or key',
  keyLevels: ['user'],
  access: { scope: 'self' },
  answer: { status: 200, description: 'The account', schema: User, example: userExample },
  assistant: reads,
  audit: { none: 'a read' },
  async handle({ session, callOptions }, { identity }) {
    const { user } = session ?? (await identity.getUser({}, callOptions));
    return presentUser(user);
  },
});
