import { callSignal, withCallSignal } from '@patchbay/runtime/call-signal';
import { describe, expect, it } from 'vitest';
import { createShared } from './shared.ts';

describe('shared work', () => {
  it('runs once for all who want it at the same moment, and again later', async () => {
    const shared = createShared<number>();
    let runs = 0;
    const work = async () => {
      await new Promise(setImmediate);
      runs += 1;
      return runs;
    };
    expect(await Promise.all([shared('a', work), shared('a', work), shared('b', work)])).toEqual([1, 1, 2]);
    expect(await shared('a', work)).toBe(3);
  });

  it('fails for all of them, and does not end with the call that began it', async () => {
    const shared = createShared<unknown>();
    const { signal } = new AbortController();
    const fail = async () => {
      throw new Error('no');
    };
    const both = await Promise.allSettled([shared('a', fail), shared('a', fail)]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await withCallSignal({ signal }, () => shared('a', async () => callSignal()))).toBeUndefined();
  });
});
