import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { createManualClock } from './manual-clock.ts';
import { createTurns, type Turn, TurnRefused } from './turns.ts';

describe('turns', () => {
  it('a turn is held by one at a time for each key', () => {
    const turns = createTurns();
    const held = turns.tryTake('a');
    expect(turns.tryTake('a')).toBeUndefined();
    expect(turns.tryTake('b')).toBeDefined();
    held?.release();
    expect(turns.tryTake('a')).toBeDefined();
  });

  it('turns are given in the order in which they were asked for', async () => {
    const turns = createTurns();
    let running = turns.tryTake('a');
    const order: number[] = [];
    const waits = Array.from({ length: 50 }, async (_, index) => {
      const turn = await turns.take('a');
      order.push(index);
      return turn;
    });
    for (const wait of waits) {
      running?.release();
      running = await wait;
    }
    expect(order).toEqual(waits.map((_, index) => index));
  });

  it('a newcomer does not overtake those who wait', async () => {
    const turns = createTurns();
    const first = turns.tryTake('a');
    const second = turns.take('a');
    first?.release();
    // `release` has handed the turn over before `second` had a chance to run.
    expect(turns.tryTake('a')).toBeUndefined();
    (await second).release();
    expect(turns.tryTake('a')).toBeDefined();
  });

  it('`atOnce` says how many hold a turn of one key at once', async () => {
    const turns = createTurns({ atOnce: 2 });
    const [first, second] = [turns.tryTake('a'), turns.tryTake('a')];
    expect([first, second, turns.tryTake('a')]).toEqual([expect.anything(), expect.anything(), undefined]);
    const third = turns.take('a');
    expect([turns.held('a'), turns.waiting('a')]).toEqual([2, 1]);
    second?.release();
    expect(turns.tryTake('a')).toBeUndefined();
    (await third).release();
    first?.release();
    expect([turns.held('a'), turns.waiting('a')]).toEqual([0, 0]);
  });

  it('a second release of the same turn has no effect', async () => {
    const turns = createTurns();
    const first = turns.tryTake('a');
    const given = vi.fn<(turn: Turn) => void>();
    const second = turns.take('a');
    void turns.take('a').then(given);
    first?.release();
    first?.release();
    const turn = await second;
    await setImmediate();
    expect(given).not.toHaveBeenCalled();
    turn.release();
    await setImmediate();
    expect(given).toHaveBeenCalledOnce();
  });

  it('a wait is refused while too many wait for the same key', async () => {
    const turns = createTurns({ maxWaiting: 2 });
    turns.tryTake('a');
    void turns.take('a');
    void turns.take('a');
    await expect(turns.take('a')).rejects.toMatchObject({ name: 'TurnRefused', refusal: 'full' });
    await expect(turns.take('b')).resolves.toBeDefined();
  });

  it('400 may wait for one key by default', async () => {
    const turns = createTurns();
    let turn = turns.tryTake('a');
    const waits = Array.from({ length: 400 }, () => turns.take('a'));
    await expect(turns.take('a')).rejects.toThrow(TurnRefused);
    for (const wait of waits) {
      turn?.release();
      turn = await wait;
    }
  });

  it('a wait that takes longer than its time limit is refused, and those behind it move up', async () => {
    const clock = createManualClock();
    const turns = createTurns({ clock });
    const held = turns.tryTake('a');
    const given = vi.fn<(turn: Turn) => void>();
    const hasty = turns.take('a', { timeoutMs: 100 }).catch((error: unknown) => error);
    void turns.take('a', { timeoutMs: 1_000 }).then(given);
    await clock.advance(100);
    expect(await hasty).toMatchObject({ name: 'TurnRefused', refusal: 'timeout' });
    held?.release();
    await setImmediate();
    expect(given).toHaveBeenCalledOnce();
    expect(clock.waiting()).toBe(0);
  });

  it('a wait ends with the reason of its signal, and those behind it move up', async () => {
    const turns = createTurns();
    const held = turns.tryTake('a');
    const caller = new AbortController();
    const gone = turns.take('a', caller);
    const stays = turns.take('a');
    const reason = new Error('gone');
    caller.abort(reason);
    await expect(gone).rejects.toBe(reason);
    await expect(turns.take('a', caller)).rejects.toBe(reason);
    held?.release();
    await expect(stays).resolves.toBeDefined();
  });

  it('a refusal becomes the error of the caller', async () => {
    const turns = createTurns({ maxWaiting: 0, refusal: (cause) => new TypeError('busy', { cause }) });
    turns.tryTake('a');
    await expect(turns.take('a')).rejects.toThrow(TypeError);
    await expect(turns.take('a')).rejects.toMatchObject({ cause: { refusal: 'full' } });
  });

  it('`run` releases the turn also if the work fails', async () => {
    const turns = createTurns();
    const fail = () => Promise.reject(new Error('no'));
    await expect(turns.run('a', {}, fail)).rejects.toThrow('no');
    expect(await turns.run('a', {}, async () => turns.held('a'))).toBe(1);
    expect(turns.held('a')).toBe(0);
  });
});
