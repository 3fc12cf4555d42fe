import { Failure } from '@patchbay/errors/failure';
import { describe, expect, it } from 'vitest';
import { createTrustedOrigins } from '../../request/trusted-origins.ts';
import { landingOf, landingWithError } from './landing.ts';

const portalUrl = 'https://portal.example';
const services = { portalUrl, trustedOrigins: createTrustedOrigins('https://api.example', portalUrl, []) };

describe('a landing', () => {
  it('the landing without a callbackURL is the home page of the Portal', () => {
    expect(landingOf(undefined, services)).toBe(portalUrl);
  });

  it('a callbackURL that is too long when encoded is refused', () => {
    const asked = `${portalUrl}/${'é'.repeat(400)}`;
    expect(() => landingOf(asked, services)).toThrow(Failure);
    expect(() => landingOf(asked, services)).toThrow('callbackURL: must be at most 2048 characters long');
  });

  it.each([
    '/device?user_code=WDJB-MJHT',
    '/device/?x=1&user_code=',
    '//device?user%5Fcode=WDJBMJHT',
    '/any?user_code=WDJB-MJHT#device',
    `/sign-in?callbackURL=${encodeURIComponent(`${portalUrl}/device?user_code=WDJB-MJHT`)}`,
  ])('a callbackURL that carries the code of a device is refused: %s', (path) => {
    expect(() => landingOf(portalUrl + path, services)).toThrow(
      'callbackURL: must not carry the code of a device',
    );
  });

  it('a callbackURL that leads on is judged as the address that it leads to', () => {
    const through = (next: string, times = 1): string =>
      times === 0 ? next : `${portalUrl}/sign-in?callbackURL=${encodeURIComponent(through(next, times - 1))}`;
    for (const trusted of ['/device', 'https://api.example/docs'])
      expect(landingOf(through(trusted, 3), services)).toBe(through(trusted, 3));
    for (const foreign of ['https://evil.example', '//evil.example/device', 'javascript:alert(1)'])
      for (const times of [1, 3])
        expect(() => landingOf(through(foreign, times), services)).toThrow(
          'callbackURL: must be on a trusted origin',
        );
  });

  it.each(['?callbackURL=', '/a?callbackURL=%23b', '/a?callbackURL=%3FcallbackURL%3D'])(
    'a callbackURL that leads to itself is judged once: %s',
    (path) => expect(landingOf(portalUrl + path, services)).toContain(path),
  );

  it.each([
    ['https://portal.example', 'https://portal.example/?error=access_denied'],
    ['https://portal.example/?', 'https://portal.example/?error=access_denied'],
    ['https://portal.example/a#b', 'https://portal.example/a?error=access_denied#b'],
    [
      'https://portal.example/a?x=1%202&flag&y=a+b#b?c',
      'https://portal.example/a?x=1%202&flag&y=a+b&error=access_denied#b?c',
    ],
    ['https://portal.example/a?error=old&x=1', 'https://portal.example/a?x=1&error=access_denied'],
  ])('an error is added to the landing %s', (landing, expected) => {
    expect(landingWithError(landing, 'access_denied').location).toBe(expected);
  });

  it('an error is encoded as one value of the query', () => {
    expect(landingWithError(portalUrl, 'a&b=c#d').location).toBe(`${portalUrl}/?error=a%26b%3Dc%23d`);
  });
});
