import { describe, expect, it } from 'vitest';
import { park } from './sign-up.ts';

describe('a parked sign-up', () => {
  it('waits for 24 hours, and is otherwise what was asked for', () => {
    const asked = {
      email: 'ada@acme.example',
      name: 'Ada',
      organizationName: 'Acme',
      organizationSlug: 'acme',
    };
    expect(park(asked, new Date('2026-03-28T12:00:00.000Z'))).toEqual({
      ...asked,
      expiresAt: new Date('2026-03-29T12:00:00.000Z'),
    });
  });
});
