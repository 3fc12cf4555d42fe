import { describe, expect, it } from 'vitest';
import { connectUrl, hasExpired, linkExpiry, linkIssued, linkRevoked } from './connect-link.ts';
import { integrationWith } from './integration.fixture.ts';

const now = new Date('2026-04-01T12:00:00.000Z');

describe('a connect link', () => {
  it.each([
    [undefined, '2026-04-08T12:00:00.000Z'],
    [1, '2026-04-02T12:00:00.000Z'],
    [30, '2026-05-01T12:00:00.000Z'],
  ])('a connect link of %s days expires at %s', (days, expiry) => {
    expect(linkExpiry('expiresInDays', days, now)).toEqual(new Date(expiry));
  });

  it.each([0, 31, -1, 1.5, 4_294_967_295])('a connect link cannot last %s days', (days) => {
    expect(() => linkExpiry('expiresInDays', days, now)).toThrow(
      expect.objectContaining({
        code: 'invalid',
        problems: [{ path: 'expiresInDays', message: 'must be a whole number from 1 to 30' }],
      }),
    );
  });

  it('a connect link has expired from its expiry on', () => {
    expect(hasExpired({ expiresAt: new Date(now.getTime() + 1) }, now)).toBe(false);
    expect(hasExpired({ expiresAt: now }, now)).toBe(true);
  });

  it('the URL of a connect link leads to the Portal', () => {
    expect(connectUrl('https://portal.example', 'token')).toBe('https://portal.example/connect/token');
  });

  it('the events of a connect link have its expiry and no token', () => {
    expect(linkIssued(integrationWith(), now)).toMatchObject({
      action: 'integration.connect_link_issued',
      changes: [],
      metadata: { provider: 'criteo', expiresAt: '2026-04-01T12:00:00.000Z' },
    });
    expect(linkRevoked(integrationWith()).action).toBe('integration.connect_link_revoked');
  });
});
