import { z } from 'zod';
import { defineOperation } from '../../operation/operation.ts';
import { isoTime } from '../../present/time.ts';
import { presentUser } from '../../present/user.ts';
import { SignedIn, signedInExample } from '../../schemas/signed-in.ts';

export const verifySignInLink = defineOperation({
  id: 'verifySignInLink',
  group: 'auth',
  method: 'POST',
  path: '/v1/auth/magic-link/verify',
  summary: 'Sign in with a mailed link',
  description:
    'Spends the link and opens a session, as a cookie for browsers and as a bearer for everything else. A session whose cookie the request carries ends. A mail scanner that merely opens the link spends nothing.',
  credentials: 'none',
  access: { scope: 'public' },
  body: z.strictObject({ token: z.string().min(1).max(128) }),
  examples: { body: { token: 'q7mXv0m3m8rQy5cW1oT7nB4kD9sLxEaPfGuViRqYtA' } },
  answer: {
    status: 200,
    description: 'Signed in',
    schema: SignedIn,
    example: signedInExample,
    headers: {
      'Set-Cookie': 'The session cookie: HttpOnly, SameSite=Lax, for as long as a session may live.',
    },
  },
  audit: ['user.signed_in', 'session.revoked', 'organization.created', 'member.added'],
  problems: ['unauthenticated'],
  failedCredential: ({ code }) => code === 'unauthenticated',
  async handle(request, { identity, sessionCookie }) {
    const opened = await identity.verifySignInLink(
      {
        token: request.body.token,
        browserSessionToken: request.readCookie(sessionCookie) ?? '',
      },
      request.callOptions,
    );
    const { sessionToken, session, user, callbackUrl } = opened;
    request.setCookie(sessionCookie.issue(sessionToken));
    return {
      token: sessionToken,
      expiresAt: isoTime(session?.expiresAt),
      user: presentUser(user),
      callbackURL: callbackUrl,
    };
  },
});
