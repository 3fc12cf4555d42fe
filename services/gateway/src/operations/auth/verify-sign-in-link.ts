import { never } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { isoTime } from '../../present/time.ts';
import { presentUser } from '../../present/user.ts';
import { SignedIn, signedInExample, signInLinkVerification } from '../../schemas/session.ts';

export const verifySignInLink = defineOperation({
  id: 'verifySignInLink',
  group: 'auth',
  method: 'POST',
  path: '/v1/auth/magic-link/verify',
  summary: 'Sign in with an emailed link',
  description:
    'Uses up an emailed link and opens a session: as a cookie for browsers, and as `token`, the bearer of the same session, for everything else. If the request carries the cookie of another session, that one ends. A link that was used, replaced or has expired is a 401. Opening the link in a browser does not use it up: the page sends this request when its button is pressed.',
  credentials: 'none',
  access: { scope: 'public' },
  body: signInLinkVerification,
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
  assistant: never('shows or takes a credential'),
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
