import { setImmediate } from 'node:timers/promises';
import { withCallSignal } from '@patchbay/runtime/call-signal';
import { describe, expect, it, vi } from 'vitest';
import { type AttemptKind, createTransactionSlots } from './transaction-slots.ts';

const open = (atOnce: number, timeoutMs = 60_000) => createTransactionSlots({ atOnce, timeoutMs });

describe('slots of transactions', () => {
  it('are as many as there may be open transactions', () => {
    const slots = open(2);
    const [first, second] = [slots.tryTake(), slots.tryTake()];
    expect([first, second, slots.tryTake()]).toEqual([expect.anything(), expect.anything(), undefined]);
    second?.release();
    second?.release();
    expect(slots.tryTake()).toBeDefined();
    expect(slots.tryTake()).toBeUndefined();
  });

  it('are given to first and repeated attempts alternately, to each in their order', async () => {
    const slots = open(1);
    const running = slots.tryTake();
    const order: string[] = [];
    const attempt = async (kind: AttemptKind, place: number): Promise<void> => {
      const slot = await slots.take(kind);
      order.push(`${kind} ${place}`);
      slot.release();
    };
    const attempts = [
      ...[1, 2, 3, 4].map((place) => attempt('first', place)),
      ...[1, 2].map((place) => attempt('again', place)),
    ];
    running?.release();
    await Promise.all(attempts);
    expect(order).toEqual(['again 1', 'first 1', 'again 2', 'first 2', 'first 3', 'first 4']);
    expect(slots.tryTake()).toBeDefined();
  });

  it('are not taken by a newcomer while others wait', async () => {
    const slots = open(1);
    const running = slots.tryTake();
    const waiting = slots.take('first');
    running?.release();
    expect(slots.tryTake()).toBeUndefined();
    (await waiting).release();
    expect(slots.tryTake()).toBeDefined();
  });

  it('are given up with a 503 after the time limit', async () => {
    vi.useFakeTimers();
    try {
      const slots = open(1, 100);
      const running = slots.tryTake();
      const late = slots.take('first').catch((error: unknown) => error);
      await vi.advanceTimersByTimeAsync(100);
      expect(await late).toMatchObject({ code: 'unavailable', retryAfterSeconds: 1 });
      running?.release();
      expect(slots.tryTake()).toBeDefined();
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it('are given up when the deadline of the call has passed', async () => {
    const slots = open(1);
    const running = slots.tryTake();
    const call = new AbortController();
    const gone = withCallSignal(call, () => slots.take('again'));
    await setImmediate();
    const reason = new Error('deadline');
    call.abort(reason);
    await expect(gone).rejects.toBe(reason);
    await expect(withCallSignal(call, () => slots.take('again'))).rejects.toBe(reason);
    running?.release();
    expect(slots.tryTake()).toBeDefined();
  });
});
