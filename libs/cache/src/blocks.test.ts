import { describe, expect, it, vi } from 'vitest';
import { type Block, createBlocks } from './blocks.ts';

/** Grants blocks of 3 within a limit, when the test lets it; `left` is what it has not granted yet. */
function createCounter(limit: number) {
  const counter = { left: limit, calls: 0, answer: [] as (() => void)[] };
  const reserve = (): Promise<Block> => {
    counter.calls += 1;
    const { promise, resolve } = Promise.withResolvers<Block>();
    counter.answer.push(() => {
      const granted = Math.min(3, counter.left);
      counter.left -= granted;
      resolve({ granted, left: granted, endsAt: performance.now() + 1_000 });
    });
    return promise;
  };
  return { counter, take: createBlocks({ reserve, decide: ({ granted, left }) => ({ granted, left }) }) };
}

const answerNext = async (counter: { answer: (() => void)[] }): Promise<void> => {
  counter.answer.shift()?.();
  await vi.waitFor(() => {});
};

describe('blocks of points', () => {
  it('are handed out one by one, without a further call', async () => {
    const { counter, take } = createCounter(100);
    const first = take('a');
    await answerNext(counter);
    expect(await first).toEqual({ granted: 3, left: 2 });
    expect(take('a')).toEqual({ granted: 3, left: 1 });
    expect(take('a')).toEqual({ granted: 3, left: 0 });
    expect(counter.calls).toBe(1);
    expect(take('a')).toBeInstanceOf(Promise);
    expect(counter.calls).toBe(2);
  });

  it('are reserved for each key by itself', async () => {
    const { counter, take } = createCounter(100);
    void take('a');
    void take('b');
    expect(counter.calls).toBe(2);
  });

  it('are shared by requests that arrive during the call, which make a further one only for what is missing', async () => {
    const { counter, take } = createCounter(100);
    const all = Array.from({ length: 7 }, () => Promise.resolve(take('a')));
    expect(counter.calls).toBe(1);
    await answerNext(counter);
    expect(counter.calls).toBe(2);
    await answerNext(counter);
    expect(counter.calls).toBe(3);
    await answerNext(counter);
    expect((await Promise.all(all)).map(({ left }) => left)).toEqual([2, 1, 0, 2, 1, 0, 2]);
  });

  it('refuse everybody who waits for a call that was granted nothing, and ask again for the next', async () => {
    const { counter, take } = createCounter(2);
    const all = Array.from({ length: 4 }, () => Promise.resolve(take('a')));
    await answerNext(counter);
    await answerNext(counter);
    expect(await Promise.all(all)).toEqual([
      { granted: 2, left: 1 },
      { granted: 2, left: 0 },
      { granted: 0, left: 0 },
      { granted: 0, left: 0 },
    ]);
    expect(counter.calls).toBe(2);
    void take('a');
    expect(counter.calls).toBe(3);
  });

  it('are kept for thousands of keys, and dropped where their last reservation is longest ago', async () => {
    const reserve = async (): Promise<Block> => ({ granted: 3, left: 3, endsAt: performance.now() + 60_000 });
    const take = createBlocks({ reserve, decide: ({ left }) => left });
    for (let key = 0; key < 10_000; key += 1) await take(String(key));
    expect([take('0'), take('4999'), take('9999')]).toEqual([1, 1, 1]);
    // The last point, and then a further reservation, by which it is among the most recent.
    expect(take('1')).toBe(1);
    expect(take('1')).toBe(0);
    await take('1');
    expect(take('0')).toBeInstanceOf(Promise);
    expect([take('1'), take('9999')]).toEqual([1, 0]);
  });

  it('are lost when their window ends', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    try {
      const { counter, take } = createCounter(100);
      const first = take('a');
      counter.answer.shift()?.();
      await first;
      vi.advanceTimersByTime(999);
      expect(take('a')).toEqual({ granted: 3, left: 1 });
      vi.advanceTimersByTime(1);
      expect(take('a')).toBeInstanceOf(Promise);
      expect(counter.calls).toBe(2);
    } finally {
      vi.useRealTimers();
    }
  });

  it('that cannot be reserved reject, and are asked for again', async () => {
    let calls = 0;
    const take = createBlocks<Block, number>({
      async reserve() {
        calls += 1;
        if (calls === 1) throw new Error('no counter');
        return { granted: 1, left: 1, endsAt: performance.now() + 1_000 };
      },
      decide: ({ left }) => left,
    });
    await expect(take('a')).rejects.toThrow('no counter');
    expect(await take('a')).toBe(0);
  });
});
