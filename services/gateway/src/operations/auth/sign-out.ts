import { never } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';

export const signOut = defineOperation({
  id: 'signOut',
  group: 'auth',
  method: 'POST',
  path: '/v1/auth/sign-out',
  summary: 'Sign out',
  description: 'Ends the session of this request, at once and wherever it is used, and clears the cookie.',
  credentials: 'session',
  access: { scope: 'self' },
  answer: {
    status: 204,
    description: 'The session has ended and the cookie is cleared',
    headers: { 'Set-Cookie': 'Clears the session cookie.' },
  },
  assistant: never('shows or takes a credential'),
  audit: ['user.signed_out'],
  async handle(request, { identity, sessionCookie }) {
    await identity.signOut({}, request.callOptions);
    request.setCookie(sessionCookie.clear());
  },
});
