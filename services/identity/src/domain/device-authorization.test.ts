import { describe, expect, it } from 'vitest';
import {
  formatUserCode,
  newUserCode,
  normalizeUserCode,
  pollUndecided,
  startDevice,
} from './device-authorization.ts';

const start = new Date('2026-01-01T00:00:00.000Z');
const after = (seconds: number) => new Date(start.getTime() + seconds * 1000);

describe('a user code', () => {
  it('is eight letters that are not taken for one another and form no words', () => {
    for (let count = 0; count < 200; count += 1) expect(newUserCode()).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{8}$/);
  });

  it('is shown in two halves', () => {
    expect(formatUserCode('BCDFGHJK')).toBe('BCDF-GHJK');
  });

  it.each(['BCDFGHJK', 'BCDF-GHJK', 'bcdf-ghjk', ' bcdf ghjk ', 'b-c-d-f‐g–h_j.k'])(
    'is understood as %j',
    (typed) => {
      expect(normalizeUserCode(typed)).toBe('BCDFGHJK');
    },
  );
});

describe('a device that waits', () => {
  const device = startDevice('BCDFGHJK', { ipAddress: '198.51.100.9', userAgent: 'cli' }, start);

  it('does so for ten minutes', () => {
    expect(device.expiresAt).toEqual(after(600));
  });

  it('is known by where it asked from, with what and when', () => {
    expect(device).toMatchObject({ ipAddress: '198.51.100.9', userAgent: 'cli', createdAt: start });
  });

  it('may poll at once, and every five seconds from then on', () => {
    const first = pollUndecided(device, after(0));
    const second = pollUndecided(first.device, after(5));
    expect([first.error, second.error]).toEqual(['authorization_pending', 'authorization_pending']);
  });

  it('has to wait five seconds longer for each poll that came too soon', () => {
    const first = pollUndecided(device, after(0));
    const second = pollUndecided(first.device, after(4.999));
    expect(second.error).toBe('slow_down');
    const third = pollUndecided(second.device, after(14));
    expect(third.error).toBe('slow_down');
    const fourth = pollUndecided(third.device, after(14 + 15));
    expect(fourth.error).toBe('authorization_pending');
  });
});
