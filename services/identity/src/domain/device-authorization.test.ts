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

describe('the user code', () => {
  it('a user code has eight letters that are not confused with each other and form no words', () => {
    for (let count = 0; count < 200; count += 1) expect(newUserCode()).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{8}$/);
  });

  it('a user code is shown in two halves', () => {
    expect(formatUserCode('BCDFGHJK')).toBe('BCDF-GHJK');
  });

  it.each(['BCDFGHJK', 'BCDF-GHJK', 'bcdf-ghjk', ' bcdf ghjk ', 'b-c-d-f‐g–h_j.k'])(
    'a user code can be typed as %j',
    (typed) => {
      expect(normalizeUserCode(typed)).toBe('BCDFGHJK');
    },
  );
});

describe('a waiting device', () => {
  const device = startDevice('BCDFGHJK', { ipAddress: '198.51.100.9', userAgent: 'cli' }, start);

  it('a device authorization expires after ten minutes', () => {
    expect(device.expiresAt).toEqual(after(600));
  });

  it('a device authorization shows the address, the user agent and the time of its request', () => {
    expect(device).toMatchObject({ ipAddress: '198.51.100.9', userAgent: 'cli', createdAt: start });
  });

  it('a device may poll at once, and then every five seconds', () => {
    const first = pollUndecided(device, after(0));
    const second = pollUndecided(first.device, after(5));
    expect([first.error, second.error]).toEqual(['authorization_pending', 'authorization_pending']);
  });

  it('each poll that comes too soon adds five seconds to the interval', () => {
    const first = pollUndecided(device, after(0));
    const second = pollUndecided(first.device, after(4.999));
    expect(second.error).toBe('slow_down');
    const third = pollUndecided(second.device, after(14));
    expect(third.error).toBe('slow_down');
    const fourth = pollUndecided(third.device, after(14 + 15));
    expect(fourth.error).toBe('authorization_pending');
  });
});
