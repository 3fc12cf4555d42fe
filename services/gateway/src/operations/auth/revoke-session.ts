import { z } from 'zod';
import { defineOperation } from '../../operation/operation.ts';
import { id } from '../../schemas/text.ts';

export const revokeSession = defineOperation({
  id: 'revokeSession',
  group: 'auth',
  method: 'DELETE',
  path: '/v1/auth/sessions/{id}',
  summary: 'End one of your sessions',
  description: 'At once and wherever it is used; also the one that the request came with.',
  credentials: 'session',
  access: { scope: 'self' },
  params: z.strictObject({ id: id.toLowerCase() }),
  examples: { params: { id: '0199c1f0-9d10-7e6f-8a21-c4b7d2e5f603' } },
  answer: {
    status: 204,
    description: 'The session has ended',
    headers: { 'Set-Cookie': 'Clears the session cookie, where it carried the session that has ended.' },
  },
  audit: ['session.revoked'],
  async handle(request, { identity, sessionCookie }) {
    const { params, caller, session } = request;
    await identity.revokeSession({ sessionId: params.id }, request.callOptions);
    if (params.id === caller.sessionId && session.carrier === 'cookie') {
      request.setCookie(sessionCookie.clear());
    }
  },
});
