import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { createTurns, type Turn } from './turns.ts';

const patient = { timeoutMs: 60_000 };

describe('turns', () => {
  it('are given to one at a time for each key', async () => {
    const turns = createTurns();
    const held = turns.tryTake('a');
    expect(held).toBeDefined();
    expect(turns.tryTake('a')).toBeUndefined();
    expect(turns.tryTake('b')).toBeDefined();
    held?.release();
    expect(turns.tryTake('a')).toBeDefined();
  });

  it('are kept for each key that holds one, however many others have had one', async () => {
    const turns = createTurns();
    const held = turns.tryTake('held');
    const waiting = turns.take('held', patient);
    for (let key = 0; key < 5_000; key += 1) turns.tryTake(String(key))?.release();
    expect(turns.tryTake('held')).toBeUndefined();
    held?.release();
    (await waiting).release();
    expect(turns.tryTake('held')).toBeDefined();
    expect(turns.tryTake('0')).toBeDefined();
  });

  it('are given in the order in which they were asked for', async () => {
    const turns = createTurns();
    let running = turns.tryTake('a');
    const order: number[] = [];
    const waits = Array.from({ length: 50 }, async (_, place) => {
      const turn = await turns.take('a', patient);
      order.push(place);
      return turn;
    });
    for (const wait of waits) {
      running?.release();
      running = await wait;
    }
    expect(order).toEqual(waits.map((_, place) => place));
  });

  it('are not taken by a newcomer while others wait', async () => {
    const turns = createTurns();
    const first = turns.tryTake('a');
    const second = turns.take('a', patient);
    first?.release();
    // The turn was handed over by `release`, before `second` had a chance to run.
    expect(turns.tryTake('a')).toBeUndefined();
    (await second).release();
    expect(turns.tryTake('a')).toBeDefined();
  });

  it('may be held by several at once', async () => {
    const turns = createTurns({ atOnce: 2 });
    const [first, second] = [turns.tryTake('a'), turns.tryTake('a')];
    expect([first, second, turns.tryTake('a')]).toEqual([expect.anything(), expect.anything(), undefined]);
    const third = turns.take('a', patient);
    second?.release();
    expect(turns.tryTake('a')).toBeUndefined();
    (await third).release();
    expect(turns.tryTake('a')).toBeDefined();
  });

  it('are released once, however often that is asked for', async () => {
    const turns = createTurns();
    const first = turns.tryTake('a');
    const given = vi.fn<(turn: Turn) => void>();
    const second = turns.take('a', patient);
    void turns.take('a', patient).then(given);
    first?.release();
    first?.release();
    const turn = await second;
    await setImmediate();
    expect(given).not.toHaveBeenCalled();
    turn.release();
    await setImmediate();
    expect(given).toHaveBeenCalledOnce();
  });

  it('are waited for by 400 at once by default: a burst that is done within the time limit is not refused', async () => {
    const turns = createTurns();
    let turn = turns.tryTake('a');
    const waits = Array.from({ length: 400 }, () => turns.take('a', patient));
    await expect(turns.take('a', patient)).rejects.toMatchObject({ code: 'unavailable' });
    for (const wait of waits) {
      turn?.release();
      turn = await wait;
    }
  });

  it('are refused with a 503 where too many wait', async () => {
    const turns = createTurns({ maxWaiting: 2 });
    turns.tryTake('a');
    void turns.take('a', patient);
    void turns.take('a', patient);
    await expect(turns.take('a', patient)).rejects.toMatchObject({
      code: 'unavailable',
      retryAfterSeconds: 1,
      publicText: expect.stringContaining('try again'),
    });
    await expect(turns.take('b', patient)).resolves.toBeDefined();
  });

  it('are given up with a 503 after the time limit; those behind move up', async () => {
    vi.useFakeTimers();
    try {
      const turns = createTurns();
      const held = turns.tryTake('a');
      const given = vi.fn<(turn: Turn) => void>();
      const hasty = turns.take('a', { timeoutMs: 100 }).catch((error: unknown) => error);
      void turns.take('a', { timeoutMs: 1_000 }).then(given);
      await vi.advanceTimersByTimeAsync(100);
      expect(await hasty).toMatchObject({ code: 'unavailable' });
      expect(given).not.toHaveBeenCalled();
      held?.release();
      await vi.advanceTimersByTimeAsync(0);
      expect(given).toHaveBeenCalledOnce();
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it('are given up when the caller is gone, with the reason of its signal', async () => {
    const turns = createTurns();
    const held = turns.tryTake('a');
    const caller = new AbortController();
    const gone = turns.take('a', { ...patient, signal: caller.signal });
    const stays = turns.take('a', patient);
    const reason = new Error('gone');
    caller.abort(reason);
    await expect(gone).rejects.toBe(reason);
    await expect(turns.take('a', { ...patient, signal: caller.signal })).rejects.toBe(reason);
    held?.release();
    await expect(stays).resolves.toBeDefined();
  });
});
