import { describe, expect, it } from 'vitest';
import { actionOf, issueLink, linkUrl } from './sign-in-link.ts';

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

describe('what a link confirms', () => {
  const portalUrl = 'https://portal.example';

  it.each([
    ['the page of a confirmation', `${portalUrl}/sign-in?confirmed=createApiKey`, 'createApiKey'],
    ['that page for an action that nobody confirms', `${portalUrl}/sign-in?confirmed=Pay+Eve`, undefined],
    ['that page without an action', `${portalUrl}/sign-in?confirmed`, undefined],
    ['another page', `${portalUrl}/o/acme?confirmed=createApiKey`, undefined],
    ['another origin', 'https://app.example/sign-in?confirmed=createApiKey', undefined],
    ['no address', 'somewhere', undefined],
  ])('a link that leads to %s', (_, callbackUrl, action) => {
    expect(actionOf(callbackUrl, portalUrl)).toBe(action);
  });

  it('the address of the link names what it confirms', () => {
    expect(linkUrl(portalUrl, 'a_b-c', 'createApiKey')).toBe(
      `${portalUrl}/sign-in/verify?token=a_b-c&for=createApiKey`,
    );
  });
});
