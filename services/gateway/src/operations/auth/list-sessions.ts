import { most } from '@patchbay/platform/maximums';
import { never } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { presentSession } from '../../present/session.ts';
import { SessionList, sessionExample } from '../../schemas/session.ts';

export const listSessions = defineOperation({
  id: 'listSessions',
  group: 'auth',
  method: 'GET',
  path: '/v1/auth/sessions',
  summary: 'List your sessions',
  description: `Returns every session of the caller, oldest first. \`current\` marks the one of this request. A person has ${most.sessionsOfPerson} at most: one more ends the oldest.`,
  credentials: 'session',
  access: { scope: 'self' },
  answer: {
    status: 200,
    description: 'The sessions',
    schema: SessionList,
    example: { sessions: [sessionExample] },
  },
  assistant: never('shows or takes a credential'),
  audit: { none: 'a read' },
  async handle({ caller, callOptions }, { identity }) {
    const { sessions } = await identity.listSessions({}, callOptions);
    return { sessions: sessions.map((session) => presentSession(session, caller.sessionId)) };
  },
});
