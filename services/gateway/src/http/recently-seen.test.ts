import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRecentlySeen } from './recently-seen.ts';

describe('what was seen recently', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is known for a while, or until it is deleted', () => {
    const seen = createRecentlySeen(1_000, 10);
    seen.add('a');
    seen.add('b');
    seen.delete('b');
    expect([seen.has('a'), seen.has('b'), seen.has('c')]).toEqual([true, false, false]);
    vi.advanceTimersByTime(999);
    expect(seen.has('a')).toBe(true);
    vi.advanceTimersByTime(1);
    expect(seen.has('a')).toBe(false);
  });

  it('never holds more than it may', () => {
    const seen = createRecentlySeen(1_000, 2);
    for (const key of ['a', 'b', 'c']) seen.add(key);
    expect([seen.has('a'), seen.has('b'), seen.has('c')]).toEqual([false, false, true]);
  });
});
