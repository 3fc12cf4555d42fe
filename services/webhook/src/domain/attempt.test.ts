import { describe, expect, it } from 'vitest';
import { disabledBy, isSlow, waitMs } from './attempt.ts';

const hour = 3_600_000;

describe('the wait after a failed attempt', () => {
  it('waits grow from 5 s to 24 h, and there are eleven attempts', () => {
    const waits = Array.from({ length: 11 }, (_, index) => waitMs(index + 1, undefined, () => 0));
    expect(waits).toEqual([
      5_000,
      60_000,
      300_000,
      hour / 2,
      2 * hour,
      5 * hour,
      10 * hour,
      14 * hour,
      20 * hour,
      24 * hour,
      undefined,
    ]);
  });

  it('jitter makes a wait longer by a tenth at most', () => {
    expect(waitMs(1, undefined, () => 1)).toBe(5_500);
    expect(waitMs(10, undefined, () => 0.5)).toBe(24 * hour * 1.05);
  });

  it('a receiver can ask for a longer wait, and not for a shorter one or for more attempts', () => {
    expect(waitMs(1, hour, () => 0)).toBe(hour);
    expect(waitMs(4, 1_000, () => 0)).toBe(hour / 2);
    expect(waitMs(11, hour)).toBeUndefined();
  });
});

describe('a webhook that fails', () => {
  const at = new Date('2026-11-17T12:00:00Z');
  const before = (ms: number) => new Date(at.getTime() - ms);

  it('410 disables it at once', () => expect(disabledBy({ at, status: 410 }, at)).toBe('gone'));

  it('a receiver is slow after a late answer, or if a minute has passed since the first failure without a success', () => {
    expect(isSlow({ at, ms: 5_000 }, null)).toBe(true);
    expect(isSlow({ at, ms: 1 }, before(60_000))).toBe(true);
    expect([before(59_999), null].map((since) => isSlow({ at, ms: 4_999 }, since))).toEqual([false, false]);
  });

  it('five days of failures disable it, and a moment less does not', () => {
    expect(disabledBy({ at, status: 500 }, before(120 * hour))).toBe('failing');
    expect(disabledBy({ at, status: null }, before(120 * hour - 1))).toBeUndefined();
    expect(disabledBy({ at, status: 404 }, null)).toBeUndefined();
  });
});
