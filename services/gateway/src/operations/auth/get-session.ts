import { never } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { presentSession } from '../../present/session.ts';
import { presentUser } from '../../present/user.ts';
import { CurrentSession, currentSessionExample } from '../../schemas/session.ts';

export const getSession = defineOperation({
  id: 'getSession',
  group: 'auth',
  method: 'GET',
  path: '/v1/auth/session',
  summary: 'Read the current session',
  description: 'Returns the session of the request, and the person it belongs to.',
  credentials: 'session',
  access: { scope: 'self' },
  answer: {
    status: 200,
    description: 'The session and its user',
    schema: CurrentSession,
    example: currentSessionExample,
  },
  assistant: never('shows or takes a credential'),
  audit: { none: 'a read' },
  async handle({ session: { record, user } }) {
    return { session: presentSession(record, record.id), user: presentUser(user) };
  },
});
