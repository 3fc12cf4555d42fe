import { timestampDate } from '@bufbuild/protobuf/wkt';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Session } from '../../schemas/session.ts';
import { bearer, cookie, portalOrigin, startGateway } from '../../testing/gateway.ts';
import { otherSession, session, user } from '../../testing/values.ts';

const sessions = '/v1/auth/sessions';
const byCookie = { ...cookie, origin: portalOrigin };

const presented = {
  id: session.id,
  createdAt: '2026-11-15T09:30:00.000Z',
  expiresAt: expect.any(String),
  lastSeenAt: '2026-11-15T09:30:00.000Z',
  ipAddress: null,
  userAgent: null,
  method: 'link',
  authenticatedAt: timestampDate(session.authenticatedAt).toISOString(),
  current: true,
};

describe('getSession', () => {
  it.each([
    ['bearer', bearer],
    ['cookie', cookie],
  ])('the current session by %s is answered without a further call', async (_, headers) => {
    const { fetch, calls } = await startGateway();
    const response = await fetch('/v1/auth/session', { headers });
    expect(response.status).toBe(200);
    const answer = z.strictObject({ session: Session, user: z.unknown() }).parse(await response.json());
    expect(answer).toEqual({ session: presented, user });
    expect(calls.map(({ method }) => method)).toEqual(['authenticate']);
  });
});

describe('listSessions', () => {
  it('sessions are listed in the order of identity, and the current one is marked', async () => {
    const { fetch, calls } = await startGateway();
    const response = await fetch(sessions, { headers: bearer });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      sessions: [
        { ...presented, id: otherSession.id, ipAddress: '198.51.100.7', userAgent: 'cli', current: false },
        presented,
      ],
    });
    expect(calls.at(-1)).toMatchObject({
      method: 'listSessions',
      call: { caller: { type: 'user', userId: user.id } },
    });
  });
});

describe('revokeSession', () => {
  const revoke = (headers: Record<string, string>) => ({ method: 'DELETE', headers });

  it('revoking another session keeps the cookie of the current one', async () => {
    const { fetch, calls } = await startGateway();
    const response = await fetch(`${sessions}/${otherSession.id}`, revoke(byCookie));
    expect(response.status).toBe(204);
    expect(await response.text()).toBe('');
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(calls.at(-1)).toMatchObject({
      method: 'revokeSession',
      request: { sessionId: otherSession.id },
      call: { caller: { type: 'user', userId: user.id, sessionId: session.id } },
    });
  });

  it.each([session.id, session.id.toUpperCase()])(
    'clears the cookie that carried the session which it ends: %s',
    async (id) => {
      const { fetch } = await startGateway();
      const response = await fetch(`${sessions}/${id}`, revoke(byCookie));
      expect(response.status).toBe(204);
      expect(response.headers.getSetCookie()).toEqual([
        'patchbay_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
      ]);
      const byBearer = await fetch(`${sessions}/${id}`, revoke(bearer));
      expect(byBearer.status).toBe(204);
      expect(byBearer.headers.getSetCookie()).toEqual([]);
    },
  );

  it.each([
    ['malformed', 'not-an-id', 0],
    ['not known', '0199c1f0-9d10-7e6f-8a21-00000000dead', 1],
  ])('revoking a session by an id that is %s is a 404', async (_, id, asked) => {
    const { fetch, calls } = await startGateway();
    const response = await fetch(`${sessions}/${id}`, revoke(byCookie));
    expect(response.status).toBe(404);
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(calls.filter(({ method }) => method === 'revokeSession')).toHaveLength(asked);
  });
});
