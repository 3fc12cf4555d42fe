import { describe, expect, it } from 'vitest';
import { canBeOneSite, sameSiteProblems } from './same-site.ts';

describe('two addresses', () => {
  it.each([
    ['https://api.acme.example', 'https://portal.acme.example', true],
    ['https://api.acme.example:8443', 'https://api.acme.example', true],
    ['http://localhost:3000', 'http://localhost:3005', true],
    ['https://[::1]:3000', 'https://[::1]', true],
    ['https://api.acme.example', 'https://portal.other.example', false],
    ['https://api.acme.example', 'http://portal.acme.example', false],
    ['https://api.example', 'https://portal.example', false],
    ['https://10.0.0.1', 'https://10.1.0.1', false],
    ['https://api', 'https://portal', false],
  ])('that %s and %s can be one site is %s', (first, second, one) => {
    expect(canBeOneSite(first, second)).toBe(one);
  });
});

describe('a configuration', () => {
  const api = { PUBLIC_URL: 'https://api.acme.example' };

  it('a configuration is refused where browsers would never send the session from the pages', () => {
    expect(sameSiteProblems({ ...api, PORTAL_URL: 'https://acme-portal.example' })).toEqual([
      expect.stringMatching(/^PORTAL_URL and PUBLIC_URL must be of one site/),
    ]);
  });

  it.each([
    { ...api, PORTAL_URL: 'https://portal.acme.example' },
    { PUBLIC_URL: 'http://127.0.0.1:3000', PORTAL_URL: 'http://localhost:3005' },
    { ...api, PORTAL_URL: 'nonsense' },
    api,
    {},
  ])('a configuration with the addresses %j is not refused', (values) => {
    expect(sameSiteProblems(values)).toEqual([]);
  });
});
