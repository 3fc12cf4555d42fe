import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSilenceWatch } from './silence.ts';

describe('a watch for silence', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const setUp = () => {
    const told: string[] = [];
    const watch = createSilenceWatch({
      limitMs: 10_000,
      onSilent: () => void told.push('silent'),
      onEnd: () => void told.push('ended'),
    });
    return { told, watch };
  };

  it('tells that answers stop coming, and that they come again, once each', () => {
    const { told, watch } = setUp();
    for (let second = 0; second < 30; second += 1) {
      watch.answered();
      vi.advanceTimersByTime(1_000);
    }
    expect(told).toEqual([]);
    vi.advanceTimersByTime(9_000);
    expect(told).toEqual(['silent']);
    vi.advanceTimersByTime(60_000);
    watch.answered();
    watch.answered();
    expect(told).toEqual(['silent', 'ended']);
    vi.advanceTimersByTime(10_000);
    expect(told).toEqual(['silent', 'ended', 'silent']);
  });

  it('begins with the first answer, and ends when it is stopped', () => {
    const { told, watch } = setUp();
    vi.advanceTimersByTime(60_000);
    watch.answered();
    watch.stop();
    vi.advanceTimersByTime(60_000);
    watch.answered();
    vi.advanceTimersByTime(60_000);
    expect(told).toEqual([]);
  });
});
