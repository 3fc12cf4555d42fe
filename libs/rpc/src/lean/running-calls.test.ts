import { AsyncLocalStorage } from 'node:async_hooks';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { addRunning, noSlot, removeRunning } from './running-calls.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('checks every call until it is removed, by one timer, which ends with the last of them', async () => {
  const calls = [
    { slot: noSlot, check: vi.fn<(now: number) => void>() },
    { slot: noSlot, check: vi.fn<(now: number) => void>() },
  ] as const;
  for (const call of calls) addRunning(call);
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(50);
  expect(calls.map(({ check }) => check.mock.calls.length)).toEqual([2, 2]);
  expect(calls[0].check).toHaveBeenLastCalledWith(performance.now());
  removeRunning(calls[0]);
  await vi.advanceTimersByTimeAsync(25);
  expect(calls.map(({ check }) => check.mock.calls.length)).toEqual([2, 3]);
  removeRunning(calls[1]);
  await vi.advanceTimersByTimeAsync(25);
  expect(vi.getTimerCount()).toBe(0);
  expect(calls[1].check).toHaveBeenCalledTimes(3);
  addRunning(calls[1]);
  await vi.advanceTimersByTimeAsync(25);
  expect(calls[1].check).toHaveBeenCalledTimes(4);
  removeRunning(calls[1]);
  await vi.advanceTimersByTimeAsync(25);
});

it('checks outside of the async context of the call that started the timer', async () => {
  const context = new AsyncLocalStorage<string>();
  const seen: unknown[] = [];
  const call = { slot: noSlot, check: () => void seen.push(context.getStore()) };
  context.run('of a call', () => addRunning(call));
  await vi.advanceTimersByTimeAsync(25);
  removeRunning(call);
  await vi.advanceTimersByTimeAsync(25);
  expect(seen).toEqual([undefined]);
});

it('checks each of several, although one of them removes itself or another meanwhile', async () => {
  const checked: number[] = [];
  const calls = [0, 1, 2, 3, 4].map((name) => ({
    slot: noSlot,
    check() {
      checked.push(name);
      if (name === 1) removeRunning(this);
      if (name === 3) removeRunning(calls[0] ?? this);
    },
  }));
  calls.forEach(addRunning);
  await vi.advanceTimersByTimeAsync(25);
  expect(new Set(checked)).toEqual(new Set([4, 3, 2, 1]));
  checked.length = 0;
  await vi.advanceTimersByTimeAsync(25);
  expect(new Set(checked)).toEqual(new Set([4, 3, 2]));
  // Twice, and one that was never added.
  for (const call of [...calls, ...calls, { slot: noSlot, check() {} }]) removeRunning(call);
  await vi.advanceTimersByTimeAsync(25);
  expect(vi.getTimerCount()).toBe(0);
});
