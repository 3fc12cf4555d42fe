import { describe, expect, it } from 'vitest';
import { issueLink, linkUrl } from './sign-in-link.ts';

describe('a sign-in link', () => {
  it('a sign-in link expires after 15 minutes', () => {
    const wanted = { email: 'ada@acme.example', signUpId: null, callbackUrl: 'https://portal.example' };
    expect(issueLink(wanted, new Date('2026-01-01T00:00:00.000Z'))).toEqual({
      ...wanted,
      expiresAt: new Date('2026-01-01T00:15:00.000Z'),
    });
  });

  it('a sign-in link opens the page of the Portal that uses it', () => {
    expect(linkUrl('https://portal.example/app', 'a_b-c')).toBe(
      'https://portal.example/app/sign-in/verify?token=a_b-c',
    );
  });
});
