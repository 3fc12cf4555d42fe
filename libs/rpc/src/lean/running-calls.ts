import { AsyncLocalStorage } from 'node:async_hooks';

/** Milliseconds between two checks: a passed deadline, or a caller who is gone, is noticed at most this much later. */
const checkMs = 25;

/** A call that ends by itself, or by what `check` finds. */
export interface RunningCall {
  /** Its place among those that run; belongs to this file. */
  slot: number;
  /** `now` is that of `performance.now`. */
  check(now: number): void;
}

/** The slot of a call that does not run. */
export const noSlot = -1;

/**
 * Not a `Set`: V8 replaces the table of a set after a few changes and links the replaced table to the next one. Once one of them is in
 * the old generation, everything that is ever put into the set survives until the next full collection, dead or not.
 */
const running: RunningCall[] = [];
let timer: NodeJS.Timeout | undefined;

/** Runs what it is given outside of any call: the timer would keep the async context of the call that started it. */
const outside = AsyncLocalStorage.snapshot();

function checkAll(): void {
  const now = performance.now();
  // From the last one on: one that is removed meanwhile leaves its slot to the last one, which was checked already.
  for (let slot = running.length - 1; slot >= 0; slot -= 1) running[slot]?.check(now);
  if (running.length > 0) return;
  clearInterval(timer);
  timer = undefined;
}

/**
 * Checks the call regularly until `removeRunning`. All calls of the process share one timer: a timer and a listener per call
 * would cost more than the call itself has to do for its deadline, which it almost never reaches.
 */
export function addRunning(call: RunningCall): void {
  call.slot = running.length;
  running.push(call);
  timer ??= outside(() => setInterval(checkAll, checkMs));
}

export function removeRunning(call: RunningCall): void {
  const { slot } = call;
  call.slot = noSlot;
  if (running[slot] !== call) return;
  const last = running.pop();
  if (last === undefined || last === call) return;
  last.slot = slot;
  running[slot] = last;
}
