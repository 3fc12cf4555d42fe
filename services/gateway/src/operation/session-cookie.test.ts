import { describe, expect, it } from 'vitest';
import { createSessionCookie } from './session-cookie.ts';

describe('the session cookie', () => {
  it('lasts as long as a session may live, under the name of the contract', () => {
    expect(createSessionCookie('https://api.example').issue('t')).toBe(
      '__Host-patchbay_session=t; Max-Age=2592000; Path=/; HttpOnly; Secure; SameSite=Lax',
    );
    expect(createSessionCookie('http://localhost:3000').issue('t')).toBe(
      'patchbay_session=t; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax',
    );
  });

  it('is read and cleared under that name', () => {
    const cookie = createSessionCookie('http://localhost');
    expect(cookie.read('a=b; patchbay_session=t')).toBe('t');
    expect(cookie.clear()).toBe('patchbay_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax');
  });
});
