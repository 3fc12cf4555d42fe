import { describe, expect, it } from 'vitest';
import { createSessionCookie } from './session-cookie.ts';

const now = new Date('2026-11-15T09:30:00Z');
const inAnHour = new Date('2026-11-15T10:30:00Z');

describe('the session cookie', () => {
  it('is bound to the host and to https where there is https', () => {
    expect(createSessionCookie('https://api.example').issue('t', inAnHour, now)).toBe(
      '__Host-patchbay_session=t; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=3600; Expires=Sun, 15 Nov 2026 10:30:00 GMT',
    );
  });

  it('works on http, for loopback', () => {
    expect(createSessionCookie('http://localhost:3000').issue('t', inAnHour, now)).toBe(
      'patchbay_session=t; Path=/; HttpOnly; SameSite=Lax; Max-Age=3600; Expires=Sun, 15 Nov 2026 10:30:00 GMT',
    );
  });

  it('is cleared by a date long gone', () => {
    expect(createSessionCookie('http://localhost').clear()).toBe(
      'patchbay_session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0; Expires=Thu, 01 Jan 1970 00:00:00 GMT',
    );
  });

  it.each([
    ['patchbay_session=t', 't'],
    ['a=b; patchbay_session=t; c=d', 't'],
    ['x_patchbay_session=no', undefined],
    ['patchbay_session=', undefined],
    [undefined, undefined],
  ])('is found in %s', (header, token) => {
    expect(createSessionCookie('http://localhost').read(header)).toBe(token);
  });
});
