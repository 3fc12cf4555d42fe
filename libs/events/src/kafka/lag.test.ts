import { describe, expect, it } from 'vitest';
import { lagOf } from './lag.ts';

const bounds = (partition: number, low: number, high: number) => ({
  partition,
  low: String(low),
  high: String(high),
});

describe('the lag of a group in a topic', () => {
  it('is the sum over its partitions of what is not committed', () => {
    const committed = [
      { partition: 0, offset: '7' },
      { partition: 1, offset: '10' },
    ];
    expect(lagOf(committed, [bounds(0, 0, 10), bounds(1, 0, 10)])).toBe(3);
  });

  it('counts a partition without a committed offset from its beginning', () => {
    expect(lagOf([{ partition: 0, offset: '-1' }], [bounds(0, 4, 10), bounds(1, 0, 2)])).toBe(8);
  });

  it('counts nothing that was deleted, and nothing where the topic was made anew', () => {
    expect(lagOf([{ partition: 0, offset: '2' }], [bounds(0, 6, 10)])).toBe(4);
    expect(lagOf([{ partition: 0, offset: '20' }], [bounds(0, 0, 10)])).toBe(0);
  });
});
