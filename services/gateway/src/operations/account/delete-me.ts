import { invalid } from '@patchbay/errors/failure';
import { never } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { accountDeletion, userExample } from '../../schemas/user.ts';

export const deleteMe = defineOperation({
  id: 'deleteMe',
  group: 'account',
  method: 'DELETE',
  path: '/v1/me',
  summary: 'Delete your account',
  description:
    'Deletes the account of the caller at once: sessions, passkeys, linked accounts, API keys of level `user`, memberships, watches and profile. The trails of organizations keep what they have recorded. The last admin of an organization is a 409 that names it: make somebody else an admin, or delete the organization. The same address can sign up again, as somebody else.',
  credentials: 'session',
  access: { scope: 'self' },
  fresh: true,
  body: accountDeletion,
  examples: { body: { confirm: userExample.email } },
  answer: {
    status: 204,
    description: 'The account is deleted and the cookie is cleared',
    headers: { 'Set-Cookie': 'Clears the session cookie.' },
  },
  assistant: never('takes everything away'),
  audit: ['member.removed', 'api_key.revoked', 'user.deleted'],
  problems: ['conflict'],
  async handle(request, { identity, sessionCookie }) {
    const { body, caller, callOptions } = request;
    if (body.confirm.trim().toLowerCase() !== caller.email)
      throw invalid({ path: 'confirm', message: 'must be the email address of the account' });
    await identity.deleteUser({}, callOptions);
    request.setCookie(sessionCookie.clear());
  },
});
