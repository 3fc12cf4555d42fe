import { z } from 'zod';
import { defineOperation } from '../../operation/operation.ts';
import { presentSession } from '../../present/session.ts';
import { Session, sessionExample } from '../../schemas/session.ts';

export const listSessions = defineOperation({
  id: 'listSessions',
  group: 'auth',
  method: 'GET',
  path: '/v1/auth/sessions',
  summary: 'List your sessions',
  description: 'Everywhere that the caller is signed in, oldest first.',
  credentials: 'session',
  access: { scope: 'self' },
  answer: {
    status: 200,
    description: 'The sessions',
    schema: z.object({ sessions: z.array(Session) }),
    example: { sessions: [sessionExample] },
  },
  audit: { none: 'a read' },
  async handle({ caller, callOptions }, { identity }) {
    const { sessions } = await identity.listSessions({}, callOptions);
    return { sessions: sessions.map((session) => presentSession(session, caller.sessionId)) };
  },
});
