import { describe, expect, it } from 'vitest';
import { type Session, sessionWhenVisible } from './session.ts';

const signedIn = (id: string, authenticatedAt = '2026-11-17T09:30:00.000Z'): Session => ({
  state: 'signed-in',
  user: { id, email: `${id}@acme.example`, name: id, emailVerified: true, role: 'user' },
  session: {
    id: `session of ${id}`,
    createdAt: '2026-11-17T09:30:00.000Z',
    expiresAt: '2026-12-17T09:30:00.000Z',
    lastSeenAt: authenticatedAt,
    ipAddress: null,
    userAgent: null,
    method: 'link',
    authenticatedAt,
    current: true,
  },
});
const nobody: Session = { state: 'nobody', ended: false };
const failed: Session = { state: 'failed', problem: { status: 0, errors: [] } };
const [ada, bob] = [signedIn('ada'), signedIn('bob')];

describe('sessionWhenVisible', () => {
  it.each([
    ['who signed in meanwhile', nobody, ada, ada],
    ['who replaced the person before', ada, bob, bob],
    [
      'that the person proved again who they are',
      ada,
      signedIn('ada', '2026-11-17T10:00:00.000Z'),
      signedIn('ada', '2026-11-17T10:00:00.000Z'),
    ],
    ['that the session ended', ada, nobody, { state: 'nobody', ended: true }],
  ])('a tab that is looked at again shows %s', (_, last, now, shown) => {
    expect(sessionWhenVisible(last, now)).toEqual(shown);
  });

  it.each([
    ['the same person is signed in', ada, signedIn('ada')],
    ['still nobody is signed in', nobody, { state: 'nobody', ended: false } satisfies Session],
    ['no answer arrives', ada, failed],
    ['no answer arrives and nobody was signed in', nobody, failed],
  ])('a tab that is looked at again stays unchanged if %s', (_, last, now) => {
    expect(sessionWhenVisible(last, now)).toBe(last);
  });
});
