import { never } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { assertionOf } from '../../present/passkey.ts';
import { isoTime } from '../../present/time.ts';
import { presentUser } from '../../present/user.ts';
import { passkeyProof, passkeyProofExample } from '../../schemas/passkey.ts';
import { SignedIn, signedInExample } from '../../schemas/session.ts';

export const verifyPasskeySignIn = defineOperation({
  id: 'verifyPasskeySignIn',
  group: 'auth',
  method: 'POST',
  path: '/v1/auth/passkey/verify',
  summary: 'Sign in with a passkey',
  description:
    'Opens a session for the person whose passkey has signed the options of `startPasskeySignIn`: as a cookie for browsers, and as `token`, the bearer of the same session, for everything else. If the request carries the cookie of another session, that one ends. Everything that is wrong is the same 401. A sign counter that goes back also ends the passkey: there may be a copy of it.',
  credentials: 'none',
  access: { scope: 'public' },
  limits: [{ name: 'passkeyPerAddress', per: 'address' }],
  body: passkeyProof,
  examples: { body: passkeyProofExample },
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
  audit: ['user.signed_in', 'session.revoked', 'passkey.suspended'],
  problems: ['unauthenticated'],
  failedCredential: ({ code }) => code === 'unauthenticated',
  async handle(request, { passkeys, sessionCookie }) {
    const { opened, callbackUrl } = await passkeys.verifyPasskeySignIn(
      {
        assertion: assertionOf(request.body),
        browserSessionToken: request.readCookie(sessionCookie) ?? '',
      },
      request.callOptions,
    );
    const { sessionToken = '', session, user } = opened ?? {};
    request.setCookie(sessionCookie.issue(sessionToken));
    return {
      token: sessionToken,
      expiresAt: isoTime(session?.expiresAt),
      user: presentUser(user),
      callbackURL: callbackUrl,
    };
  },
});
