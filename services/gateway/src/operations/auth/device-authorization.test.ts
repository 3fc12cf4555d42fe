import { describe, expect, it } from 'vitest';
import { DeviceAuthorization } from '../../schemas/device-authorization.ts';
import { bearer, cookie, portalOrigin, post, startGateway } from '../../testing/gateway.ts';
import { deviceCode, session, sessionToken, user, userCode, waitingDevice } from '../../testing/values.ts';

const poll = '/v1/auth/device/token';
const decide = '/v1/auth/device/decide';

describe('startDeviceAuthorization', () => {
  it('a started device authorization has its codes, page and times', async () => {
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

  it('polling an approved device authorization answers a bearer and no cookie', async () => {
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
    'a poll that is refused with %s is a 400 that begins with the code and names no fields',
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
    ['counts', 'unknown_code', 429],
    ['does not count', 'expired_token', 200],
    ['does not count', 'authorization_pending', 200],
    ['does not count', 'slow_down', 200],
    ['does not count', 'access_denied', 200],
  ])('the gateway %s %s as a failed credential', async (_, error, status) => {
    const { fetch } = await startWithError(error);
    await fetch(poll, post({ deviceCode }));
    expect((await fetch('/v1/me', { headers: bearer })).status).toBe(status);
    expect((await fetch(poll, post({ deviceCode }))).status).toBe(400);
  });

  it('an unknown device code and an expired one have the same answer', async () => {
    const bodyOf = async (error: string) => {
      const { fetch } = await startWithError(error);
      const response = await fetch(poll, post({ deviceCode }, { 'x-request-id': 'same' }));
      const { traceId: _, ...problem } = (await response.json()) as Record<string, unknown>;
      return { status: response.status, problem };
    };
    expect(await bodyOf('unknown_code')).toEqual(await bodyOf('expired_token'));
  });

  it('an unknown error code of identity is a 500 without details', async () => {
    const { fetch } = await startWithError('moon_phase');
    const response = await fetch(poll, post({ deviceCode }));
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain('moon_phase');
  });

  it.each([{}, { deviceCode: '' }, { deviceCode: 'x'.repeat(129) }])(
    'a poll with the body %o is refused with the name of the wrong field',
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

describe('getDeviceAuthorization', () => {
  it('a signed-in person can read who asks for a device authorization', async () => {
    const { fetch, calls } = await startGateway();
    const response = await fetch(`/v1/auth/device/${userCode}`, { headers: bearer });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      userCode,
      ipAddress: '198.51.100.9',
      userAgent: 'patchbay-cli/1.0',
      createdAt: '2026-11-15T09:30:00.000Z',
      expiresAt: '2026-11-15T09:40:00.000Z',
    });
    expect(calls.at(-1)).toMatchObject({
      method: 'getDeviceAuthorization',
      request: { userCode },
      call: { caller: { type: 'user', userId: user.id, sessionId: session.id } },
    });
  });

  it('unknown properties of a device are null', async () => {
    const { ipAddress: _ip, userAgent: _agent, ...unknown } = waitingDevice;
    const { fetch } = await startGateway({
      implementations: { identity: { getDeviceAuthorization: () => unknown } },
    });
    const response = await fetch(`/v1/auth/device/${userCode}`, { headers: bearer });
    expect(await response.json()).toMatchObject({ ipAddress: null, userAgent: null });
  });

  it('an unknown or malformed user code is a 404', async () => {
    const { fetch, calls } = await startGateway();
    const statusOf = async (code: string) =>
      (await fetch(`/v1/auth/device/${code}`, { headers: bearer })).status;
    expect(await statusOf('NOPE-NOPE')).toBe(404);
    expect(calls.at(-1)?.method).toBe('getDeviceAuthorization');
    for (const code of ['x'.repeat(65), '%20', 'WDJB%00MJHT']) expect(await statusOf(code)).toBe(404);
    expect(calls.filter(({ method }) => method === 'getDeviceAuthorization')).toHaveLength(1);
  });

  it.each([
    ['the Portal may', { origin: portalOrigin, 'sec-fetch-site': 'same-site' }, 200],
    ['a page of our own origin may', { 'sec-fetch-site': 'same-origin' }, 200],
    ['the address bar may', { 'sec-fetch-site': 'none' }, 200],
    ['a client that is no browser may', {}, 200],
    ['a page of somebody else may not', { 'sec-fetch-site': 'cross-site' }, 403],
    ['a page of somebody else on our site may not', { 'sec-fetch-site': 'same-site' }, 403],
    ['a foreign origin may not', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, 403],
  ])('%s look a code up by cookie', async (_from, headers, status) => {
    const { fetch, calls } = await startGateway();
    const response = await fetch(`/v1/auth/device/${userCode}`, { headers: { ...cookie, ...headers } });
    expect(response.status).toBe(status);
    expect(calls.some(({ method }) => method === 'getDeviceAuthorization')).toBe(status === 200);
  });
});

describe('decideDeviceAuthorization', () => {
  it.each([
    ['approve', true],
    ['deny', false],
  ])('a decision to %s is passed on as the caller', async (decision, approve) => {
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

  it('a decision about an unknown user code is a 404', async () => {
    const { fetch } = await startGateway();
    const response = await fetch(decide, post({ userCode: 'NOPE-NOPE', decision: 'approve' }, bearer));
    expect(response.status).toBe(404);
  });

  it('a decision other than approve and deny is a 400', async () => {
    const { fetch } = await startGateway();
    const response = await fetch(decide, post({ userCode, decision: 'maybe' }, bearer));
    expect(await response.json()).toMatchObject({
      errors: [{ path: 'decision', message: 'must be one of approve, deny' }],
    });
  });
});
