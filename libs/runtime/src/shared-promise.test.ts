import { describe, expect, it } from 'vitest';
import { callSignal, withCallSignal } from './call-signal.ts';
import { createSharedPromises } from './shared-promise.ts';

describe('shared promises', () => {
  it('work runs once for concurrent callers of the same key, and again for a later caller', async () => {
    const shared = createSharedPromises<number>();
    let runs = 0;
    const work = async () => {
      await new Promise(setImmediate);
      runs += 1;
      return runs;
    };
    const results = [shared.run('a', work), shared.run('a', work), shared.run('b', work)];
    expect(await Promise.all(results)).toEqual([1, 1, 2]);
    expect(shared.get('a')).toBeUndefined();
    expect(await shared.run('a', work)).toBe(3);
  });

  it('failed work fails for every caller that waits for it', async () => {
    const shared = createSharedPromises<never>();
    const fail = () => Promise.reject(new Error('no'));
    const both = await Promise.allSettled([shared.run('a', fail), shared.run('a', fail)]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(shared.settled()).resolves.toBeUndefined();
  });

  it('shared work does not end with the call that began it', async () => {
    const shared = createSharedPromises<unknown>();
    const { signal } = new AbortController();
    expect(await withCallSignal({ signal }, () => shared.run('a', async () => callSignal()))).toBeUndefined();
  });
});
