import { setTimeout as sleep } from 'node:timers/promises';

/** Work that a clock has yet to do. */
export interface Timer {
  /** The work does not begin any more. A second call, or one after the work has begun, has no effect. */
  cancel(): void;
}

/**
 * The time, and everything that waits for it. Whatever compares times or waits is handed a clock: processes have `systemClock`,
 * tests have one that they move.
 */
export interface Clock {
  /** The current moment. */
  now(): Date;
  /** Milliseconds that only grow, whatever is done to the time of day: for periods within the process. */
  uptime(): number;
  /** Resolves after the given milliseconds, or as soon as the signal aborts. Never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Does `work` once, after the given milliseconds. Does not keep the process alive. */
  after(ms: number, work: () => unknown): Timer;
  /** Does `work` every so many milliseconds, the first time after one period. Does not keep the process alive. */
  every(ms: number, work: () => unknown): Timer;
  /** A signal that aborts after the given milliseconds, with the reason of `AbortSignal.timeout`. */
  deadline(ms: number): AbortSignal;
}

/** The time of the machine. */
export const systemClock: Clock = {
  now: () => new Date(),
  uptime: () => performance.now(),
  sleep: (ms, signal) => sleep(ms, undefined, signal && { signal }).catch(() => undefined),
  after(ms, work) {
    const timer = setTimeout(work, ms).unref();
    return { cancel: () => clearTimeout(timer) };
  },
  every(ms, work) {
    const timer = setInterval(work, ms).unref();
    return { cancel: () => clearInterval(timer) };
  },
  deadline: (ms) => AbortSignal.timeout(ms),
};
