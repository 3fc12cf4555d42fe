import { describe, expect, it } from 'vitest';
import { createCookie, createSessionCookie } from './cookie.ts';

describe('a cookie', () => {
  it('a cookie on https has the prefix __Host- and is Secure', () => {
    const cookie = createCookie('c', 'https://api.example');
    expect(cookie.name).toBe('__Host-c');
    expect(cookie.issue('v', 600)).toBe('__Host-c=v; Max-Age=600; Path=/; HttpOnly; Secure; SameSite=Lax');
    expect(cookie.clear()).toBe('__Host-c=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax');
    expect(createCookie('c', 'HTTPS://api.example').name).toBe('__Host-c');
  });

  it('a cookie on http has neither the prefix nor Secure', () => {
    const cookie = createCookie('c', 'http://localhost:3000');
    expect(cookie.name).toBe('c');
    expect(cookie.issue('v', 600)).toBe('c=v; Max-Age=600; Path=/; HttpOnly; SameSite=Lax');
    expect(cookie.clear()).toBe('c=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax');
  });

  it.each([
    ['c=v', 'v'],
    ['a=b; c=v; d=e', 'v'],
    ['x_c=no', undefined],
    ['c=', undefined],
    ['c=first; c=second', 'first'],
    ['c=a%20b', 'a%20b'],
    ['nonsense; c=v', 'v'],
    ['toString=x', undefined],
    [undefined, undefined],
  ])('the value of a cookie is read from the header %s', (header, value) => {
    expect(createCookie('c', 'http://localhost').read(header)).toBe(value);
  });

  it('a value with characters that cookies do not allow is refused', () => {
    const cookie = createCookie('c', 'http://localhost');
    for (const value of ['a; Domain=example', 'a b', 'ü'])
      expect(() => cookie.issue(value, 1)).toThrow(TypeError);
  });

  it('a cookie without the prefix is not read on https', () => {
    expect(createCookie('c', 'https://api.example').read('c=planted')).toBeUndefined();
  });
});

describe('the session cookie', () => {
  it('the session cookie lasts 30 days, the longest lifetime of a session', () => {
    expect(createSessionCookie('https://api.example').issue('t')).toBe(
      '__Host-patchbay_session=t; Max-Age=2592000; Path=/; HttpOnly; Secure; SameSite=Lax',
    );
    expect(createSessionCookie('http://localhost:3000').issue('t')).toBe(
      'patchbay_session=t; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax',
    );
  });

  it('the session cookie is read and cleared under the name patchbay_session', () => {
    const cookie = createSessionCookie('http://localhost');
    expect(cookie.read('a=b; patchbay_session=t')).toBe('t');
    expect(cookie.clear()).toBe('patchbay_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax');
  });
});
