import { expect, it } from 'vitest';
import { restartDelayMs } from './restart-delay.ts';

it('is none at first, then doubles from half a second to 15 seconds', () => {
  const delays = Array.from({ length: 8 }, (_, starts) => restartDelayMs(starts));
  expect(delays).toEqual([0, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000]);
  expect(restartDelayMs(10_000)).toBe(15_000);
});
