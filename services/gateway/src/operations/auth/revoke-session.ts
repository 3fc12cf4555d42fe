import { never } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { sessionParams, sessionParamsExample } from '../../schemas/session.ts';

export const revokeSession = defineOperation({
  id: 'revokeSession',
  group: 'auth',
  method: 'DELETE',
  path: '/v1/auth/sessions/{id}',
  summary: 'End one of your sessions',
  description:
    "Ends one of the caller's sessions, at once and wherever it is used. It may be the one of this request.",
  credentials: 'session',
  access: { scope: 'self' },
  params: sessionParams,
  examples: { params: sessionParamsExample },
  answer: {
    status: 204,
    description: 'The session has ended',
    headers: { 'Set-Cookie': 'Clears the session cookie, where it carried the session that has ended.' },
  },
  assistant: never('shows or takes a credential'),
  audit: ['session.revoked'],
  async handle(request, { identity, sessionCookie }) {
    const { params, caller, session } = request;
    await identity.revokeSession({ sessionId: params.id }, request.callOptions);
    if (params.id === caller.sessionId && session.carrier === 'cookie') {
      request.setCookie(sessionCookie.clear());
    }
  },
});
