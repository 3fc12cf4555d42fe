import { describe, expect, it } from 'vitest';
import { backoffMs } from './backoff.ts';

describe('a backoff', () => {
  it('a backoff doubles from its minimum to its maximum, with jitter over the upper half', () => {
    for (const [failures, ceiling] of [
      [0, 100],
      [1, 200],
      [5, 3_200],
      [6, 5_000],
      [1_000, 5_000],
    ] as const) {
      const waits = Array.from({ length: 50 }, () => backoffMs(failures));
      expect(Math.min(...waits)).toBeGreaterThanOrEqual(ceiling / 2);
      expect(Math.max(...waits)).toBeLessThanOrEqual(ceiling);
      expect(new Set(waits).size).toBeGreaterThan(1);
    }
  });
});
