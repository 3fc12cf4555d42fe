import { AsyncLocalStorage } from 'node:async_hooks';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { addRunning, removeRunning } from './running-calls.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('checks every call until it is removed, by one timer, which ends with the last of them', async () => {
  const calls = [
    { check: vi.fn<(now: number) => void>() },
    { check: vi.fn<(now: number) => void>() },
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
  const call = { check: () => void seen.push(context.getStore()) };
  context.run('of a call', () => addRunning(call));
  await vi.advanceTimersByTimeAsync(25);
  removeRunning(call);
  await vi.advanceTimersByTimeAsync(25);
  expect(seen).toEqual([undefined]);
});
