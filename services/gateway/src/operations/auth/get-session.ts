import { z } from 'zod';
import { defineOperation } from '../../operation/operation.ts';
import { presentSession } from '../../present/session.ts';
import { presentUser } from '../../present/user.ts';
import { Session, sessionExample } from '../../schemas/session.ts';
import { User, userExample } from '../../schemas/user.ts';

export const getSession = defineOperation({
  id: 'getSession',
  group: 'auth',
  method: 'GET',
  path: '/v1/auth/session',
  summary: 'Read the current session',
  description: 'The session that the request came with, and whose it is.',
  credentials: 'session',
  access: { scope: 'self' },
  answer: {
    status: 200,
    description: 'The session and its user',
    schema: z.object({ session: Session, user: User }),
    example: { session: sessionExample, user: userExample },
  },
  audit: { none: 'a read' },
  async handle({ session: { record, user } }) {
    return { session: presentSession(record, record.id), user: presentUser(user) };
  },
});
