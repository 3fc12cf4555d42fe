import { describe, expect, it } from 'vitest';
import { DeviceAuthorization } from '../../schemas/device-authorization.ts';
import { deviceCode, session, sessionToken, user, userCode } from '../../testing/backends.ts';
import { bearer, cookie, portalOrigin, post, startGateway } from '../../testing/gateway.ts';

const poll = '/v1/auth/device/token';
const decide = '/v1/auth/device/decide';

describe('startDeviceAuthorization', () => {
  it('answers the codes, the page and the times', async () => {
    const { fetch, calls } = await startGateway();
    const response = await fetch('/v1/auth/device', { method: 'POST' });
    expect(response.status).toBe(200);
    expect(DeviceAuthorization.parse(await response.json())).toEqual({
      deviceCode,
      userCode,
      verificationUri: `${portalOrigin}/device`,
      verificationUriComplete: `${portalOrigin}/device?user_code=${userCode}`,
      expiresIn: 600,
      interval: 5,
    });
    expect(calls).toMatchObject([
      { method: 'startDeviceAuthorization', call: { caller: { type: 'anonymous' } } },
    ]);
  });
});

describe('pollDeviceAuthorization', () => {
  const startWithError = (error: string) =>
    startGateway({
      implementations: {
        identity: { pollDeviceAuthorization: () => ({ outcome: { case: 'error', value: error } }) },
      },
      limits: { failedCredentialPerAddress: { limit: 1, windowSeconds: 60 } },
    });

  it('answers a bearer, and no cookie, once somebody has approved', async () => {
    const { fetch, calls } = await startGateway();
    const response = await fetch(poll, post({ deviceCode }, { 'user-agent': 'cli' }));
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      token: sessionToken,
      expiresAt: new Date(
        Number(session.expiresAt.seconds) * 1000 + session.expiresAt.nanos / 1e6,
      ).toISOString(),
      user,
    });
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(calls).toMatchObject([{ request: { deviceCode }, call: { userAgent: 'cli' } }]);
  });

  it.each(['authorization_pending', 'slow_down', 'expired_token', 'access_denied'])(
    'is a 400 that begins with %s, and names no fields',
    async (error) => {
      const { fetch } = await startWithError(error);
      const response = await fetch(poll, post({ deviceCode }));
      expect(response.status).toBe(400);
      expect(response.headers.get('content-type')).toBe('application/problem+json');
      const problem = await response.json();
      expect(problem).toMatchObject({ title: 'Bad Request', type: 'about:blank', instance: poll });
      expect(problem).toHaveProperty('detail', expect.stringMatching(new RegExp(`^${error}: \\S`)));
      expect(problem).not.toHaveProperty('errors');
    },
  );

  it.each([
    ['counts', 'expired_token', 429],
    ['does not count', 'authorization_pending', 200],
    ['does not count', 'slow_down', 200],
    ['does not count', 'access_denied', 200],
  ])('%s %s as a failed credential', async (_, error, status) => {
    const { fetch } = await startWithError(error);
    await fetch(poll, post({ deviceCode }));
    expect((await fetch('/v1/me', { headers: bearer })).status).toBe(status);
    expect((await fetch(poll, post({ deviceCode }))).status).toBe(400);
  });

  it('is a 500 that tells nothing where identity refuses with a word of no meaning', async () => {
    const { fetch } = await startWithError('moon_phase');
    const response = await fetch(poll, post({ deviceCode }));
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain('moon_phase');
  });

  it.each([{}, { deviceCode: '' }, { deviceCode: 'x'.repeat(129) }])(
    'names what is wrong with a body: %o',
    async (body) => {
      const { fetch, calls } = await startGateway();
      const response = await fetch(poll, post(body));
      expect(await response.json()).toMatchObject({
        title: 'Validation Failed',
        errors: [{ path: 'deviceCode' }],
      });
      expect(calls).toEqual([]);
    },
  );
});

describe('decideDeviceAuthorization', () => {
  it.each([
    ['approve', true],
    ['deny', false],
  ])('hands on a decision to %s, as the caller', async (decision, approve) => {
    const { fetch, calls } = await startGateway();
    const response = await fetch(decide, post({ userCode: ` ${userCode} `, decision }, bearer));
    expect(response.status).toBe(204);
    expect(await response.text()).toBe('');
    expect(calls.at(-1)).toMatchObject({
      method: 'decideDeviceAuthorization',
      request: { userCode, approve },
      call: { caller: { type: 'user', userId: user.id, sessionId: session.id } },
    });
  });

  it('is a 404 for a code that identity does not know', async () => {
    const { fetch } = await startGateway();
    const response = await fetch(decide, post({ userCode: 'NOPE-NOPE', decision: 'approve' }, bearer));
    expect(response.status).toBe(404);
  });

  it('knows two decisions', async () => {
    const { fetch } = await startGateway();
    const response = await fetch(decide, post({ userCode, decision: 'maybe' }, bearer));
    expect(await response.json()).toMatchObject({
      errors: [{ path: 'decision', message: 'must be one of approve, deny' }],
    });
  });

  it('takes no decision from a page that is not trusted, nor from anybody without a session', async () => {
    const { fetch, calls } = await startGateway();
    const body = { userCode, decision: 'approve' };
    const decideWith = async (headers: Record<string, string>) =>
      (await fetch(decide, post(body, headers))).status;
    expect(await decideWith({ ...cookie, origin: 'https://evil.example' })).toBe(403);
    expect(await decideWith({})).toBe(401);
    expect(await decideWith({ 'x-api-key': 'pby_x' })).toBe(401);
    expect(calls.map(({ method }) => method)).not.toContain('decideDeviceAuthorization');
    expect(await decideWith({ ...cookie, origin: portalOrigin })).toBe(204);
  });
});
