import { describe, expect, it } from 'vitest';
import { park } from './sign-up.ts';

const asked = {
  email: 'ada@acme.example',
  name: 'Ada',
  organizationName: 'Acme',
  organizationSlug: 'acme',
};

describe('a parked sign-up', () => {
  it('waits for 24 hours, and is otherwise what was asked for', () => {
    expect(park(asked, new Date('2026-03-28T12:00:00.000Z'))).toEqual({
      ...asked,
      expiresAt: new Date('2026-03-29T12:00:00.000Z'),
    });
  });

  it.each([
    ['email', 'ada', 'must be an email address'],
    ['name', ' ', 'must have 1 to 100 characters'],
    ['organizationName', 'a'.repeat(101), 'must have 1 to 100 characters'],
    ['organizationSlug', 'a'.repeat(64), 'must have at most 63 characters'],
  ] as const)('cannot have the %s %j', (path, text, message) => {
    expect(() => park({ ...asked, [path]: text }, new Date())).toThrow(
      expect.objectContaining({ code: 'invalid', problems: [{ path, message }] }),
    );
  });
});
