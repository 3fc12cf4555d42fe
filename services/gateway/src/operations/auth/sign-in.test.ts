import { describe, expect, it } from 'vitest';
import { SignedIn } from '../../schemas/session.ts';
import { bearer, cookie, portalOrigin, post, startGateway } from '../../testing/gateway.ts';
import { linkToken, session, sessionToken, user } from '../../testing/values.ts';

const request = '/v1/auth/magic-link';
const verify = '/v1/auth/magic-link/verify';

describe('requestSignInLink', () => {
  it('requesting a sign-in link calls identity anonymously and answers 202', async () => {
    const { fetch, calls } = await startGateway();
    const response = await fetch(request, post({ email: ' Ada@ACME.example ' }, { 'user-agent': 'tests' }));
    expect(response.status).toBe(202);
    expect(await response.json()).toEqual({ email: 'ada@acme.example' });
    expect(calls).toMatchObject([
      {
        method: 'requestSignInLink',
        request: { email: 'ada@acme.example', callbackUrl: portalOrigin },
        call: {
          caller: { type: 'anonymous' },
          ipAddress: '127.0.0.1',
          userAgent: 'tests',
          calledBy: 'gateway',
        },
      },
    ]);
  });

  it('a sign-in link refuses a callbackURL that is not on a trusted origin', async () => {
    const { fetch, calls } = await startGateway();
    const there = `${portalOrigin}\\after\n?x=1`;
    expect((await fetch(request, post({ email: 'a@b.example', callbackURL: there }))).status).toBe(202);
    expect(calls[0]?.request).toMatchObject({ callbackUrl: `${portalOrigin}/after?x=1` });
    const refused = await fetch(
      request,
      post({ email: 'a@b.example', callbackURL: 'https://evil.example/' }),
    );
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({
      errors: [{ path: 'callbackURL', message: 'must be on a trusted origin' }],
    });
    expect(calls).toHaveLength(1);
  });
});

describe('previewSignInLink', () => {
  const preview = '/v1/auth/magic-link/preview';

  it('the preview of a sign-in link says whom it signs in and what it creates, and sets no cookie', async () => {
    const { fetch } = await startGateway();
    const response = await fetch(preview, post({ token: linkToken }));
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ email: user.email, organizationName: 'Acme' });
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  it('the preview of a sign-in link that creates nothing has no organization', async () => {
    const { fetch } = await startGateway({
      implementations: { identity: { previewSignInLink: () => ({ email: user.email }) } },
    });
    expect(await (await fetch(preview, post({ token: linkToken }))).json()).toEqual({ email: user.email });
  });

  it('the preview of a spent sign-in link is refused', async () => {
    const { fetch } = await startGateway();
    expect((await fetch(preview, post({ token: 'spent' }))).status).toBe(401);
  });
});

describe('verifySignInLink', () => {
  it('a verified sign-in link answers the session as bearer and cookie', async () => {
    const { fetch } = await startGateway();
    const response = await fetch(verify, post({ token: linkToken }));
    expect(response.status).toBe(200);
    expect(SignedIn.parse(await response.json())).toEqual({
      token: sessionToken,
      expiresAt: new Date(
        Number(session.expiresAt.seconds) * 1000 + session.expiresAt.nanos / 1e6,
      ).toISOString(),
      user,
      callbackURL: `${portalOrigin}/`,
    });
    const [set = ''] = response.headers.getSetCookie();
    expect(set).toMatch(
      /^patchbay_session=a-token-that-identity-knows; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect((await fetch('/v1/me', { headers: { cookie: set.split(';')[0] ?? '' } })).status).toBe(200);
  });

  it.each([
    ['the session of a cookie', { cookie: 'patchbay_session=older' }, 'older'],
    ['no session of a bearer', { authorization: 'Bearer older' }, ''],
    ['no session where there is no cookie', {}, ''],
  ])('verifying a sign-in link asks identity to end %s', async (_, headers, browserSessionToken) => {
    const { fetch, calls } = await startGateway({
      limits: { failedCredentialPerAddress: { limit: 1, windowSeconds: 60 } },
    });
    expect((await fetch(verify, post({ token: linkToken }, headers))).status).toBe(200);
    // One call: the cookie is not authenticated, so that an unknown one is not counted as a failed credential.
    expect(calls).toMatchObject([{ method: 'verifySignInLink', request: { browserSessionToken } }]);
    expect((await fetch('/v1/me', { headers: bearer })).status).toBe(200);
  });

  it('a spent sign-in link is refused and sets no cookie', async () => {
    const { fetch } = await startGateway();
    const response = await fetch(verify, post({ token: 'spent' }));
    expect(response.status).toBe(401);
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(await response.json()).toMatchObject({ detail: 'The link has been used or has expired.' });
  });
});

describe('signOut', () => {
  it.each([
    ['bearer', bearer],
    ['cookie', { ...cookie, origin: portalOrigin }],
  ])('signing out ends the session that came by %s and clears the cookie', async (_, headers) => {
    const { fetch, calls } = await startGateway();
    const response = await fetch('/v1/auth/sign-out', { method: 'POST', headers });
    expect(response.status).toBe(204);
    expect(await response.text()).toBe('');
    expect(response.headers.getSetCookie()).toEqual([expect.stringContaining('patchbay_session=; ')]);
    expect(calls.at(-1)).toMatchObject({
      method: 'signOut',
      call: { caller: { type: 'user', userId: user.id, sessionId: session.id } },
    });
  });
});
