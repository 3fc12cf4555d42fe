import { describe, expect, it } from 'vitest';
import { inTime } from './deadline.ts';

const never = new Promise<void>(() => {});

describe('work with a deadline', () => {
  it('work that ends before the deadline is in time', async () => {
    expect(await inTime(Promise.resolve(), new AbortController().signal)).toBe(true);
  });

  it('work is waited for until the deadline, also one that has passed', async () => {
    const deadline = new AbortController();
    const waited = inTime(never, deadline.signal);
    deadline.abort();
    expect(await waited).toBe(false);
    expect(await inTime(never, AbortSignal.abort())).toBe(false);
  });

  it('a failure of the work is passed on', async () => {
    await expect(inTime(Promise.reject(new Error('no')), new AbortController().signal)).rejects.toThrow('no');
  });

  it('work that fails after the deadline is no unhandled rejection', async () => {
    const late = Promise.withResolvers<void>();
    const unhandled: unknown[] = [];
    const note = (reason: unknown): void => void unhandled.push(reason);
    process.on('unhandledRejection', note);
    try {
      expect(await inTime(late.promise, AbortSignal.abort())).toBe(false);
      late.reject(new Error('late'));
      await new Promise(setImmediate);
      expect(unhandled).toEqual([]);
    } finally {
      process.off('unhandledRejection', note);
    }
  });
});
