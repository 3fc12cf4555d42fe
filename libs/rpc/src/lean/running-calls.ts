import { AsyncLocalStorage } from 'node:async_hooks';

/** Milliseconds between two checks: a passed deadline, or a caller who is gone, is noticed at most this much later. */
const checkMs = 25;

/** A call that ends by itself, or by what `check` finds. */
export interface RunningCall {
  /** `now` is that of `performance.now`. */
  check(now: number): void;
}

const running = new Set<RunningCall>();
let timer: NodeJS.Timeout | undefined;

/** Runs what it is given outside of any call: the timer would keep the async context of the call that started it. */
const outside = AsyncLocalStorage.snapshot();

function checkAll(): void {
  const now = performance.now();
  for (const call of running) call.check(now);
  if (running.size > 0) return;
  clearInterval(timer);
  timer = undefined;
}

/**
 * Checks the call regularly until `removeRunning`. All calls of the process share one timer: a timer and a listener per call
 * would cost more than the call itself has to do for its deadline, which it almost never reaches.
 */
export function addRunning(call: RunningCall): void {
  running.add(call);
  timer ??= outside(() => setInterval(checkAll, checkMs));
}

export const removeRunning = (call: RunningCall): void => void running.delete(call);
