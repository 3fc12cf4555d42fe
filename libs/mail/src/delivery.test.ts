import { describe, expect, it } from 'vitest';
import { backoff } from './delivery.ts';

describe('the wait between two attempts', () => {
  it('doubles, stays between its bounds and is shortened by chance to half at most', () => {
    const longest = [1, 2, 3, 8, 400].map((attempts) => backoff(attempts, 5_000, 900_000, 0));
    expect(longest).toEqual([10_000, 20_000, 40_000, 900_000, 900_000]);
    const shortest = [1, 2, 3, 400].map((attempts) => backoff(attempts, 5_000, 900_000, 1));
    expect(shortest).toEqual([5_000, 10_000, 20_000, 450_000]);
  });
});
