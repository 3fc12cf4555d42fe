import { describe, expect, it } from 'vitest';
import { openSession, proofOf, slide } from './session.ts';

const start = new Date('2026-01-01T00:00:00.000Z');
const after = (hours: number) => new Date(start.getTime() + hours * 60 * 60 * 1000);
const session = openSession({
  id: 's',
  userId: 'u',
  now: start,
  ipAddress: null,
  userAgent: null,
  proof: proofOf('magic-link', start),
  provenByPasskey: false,
});

describe('a session', () => {
  it('a session expires seven days after its start', () => {
    expect(session.expiresAt).toEqual(after(7 * 24));
  });

  it('the expiry of a session is not moved within an hour of its last move', () => {
    expect(slide(session, after(0.99))).toBeUndefined();
  });

  it('a later use moves the expiry of a session to seven days from then', () => {
    expect(slide(session, after(48))).toMatchObject({ lastSeenAt: after(48), expiresAt: after(48 + 7 * 24) });
  });

  it('a session ends thirty days after its start, however often it is used', () => {
    expect(slide(session, after(29 * 24))?.expiresAt).toEqual(after(30 * 24));
  });
});
