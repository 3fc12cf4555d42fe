import { describe, expect, it } from 'vitest';
import { inTime } from './deadline.ts';

const never = new Promise<void>(() => {});

describe('work with a deadline', () => {
  it('is in time when it ends before the deadline', async () => {
    expect(await inTime(Promise.resolve(), new AbortController().signal)).toBe(true);
  });

  it('is waited for no longer than until the deadline, also one that has passed', async () => {
    expect(await inTime(never, AbortSignal.timeout(5))).toBe(false);
    expect(await inTime(never, AbortSignal.abort())).toBe(false);
  });

  it('fails as the work does', async () => {
    await expect(inTime(Promise.reject(new Error('no')), new AbortController().signal)).rejects.toThrow('no');
  });

  it('may fail after the deadline without being an unhandled rejection', async () => {
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
