import type { Clock, Timer } from './clock.ts';

/** A clock that stands still until it is moved. */
export interface ManualClock extends Clock {
  /**
   * Moves the clock. What becomes due on the way is done in the order of its time, each with the clock at that time, and what it
   * returns is awaited before the next. Resolves when all of it is done.
   */
  advance(ms: number): Promise<void>;
  /**
   * Moves the clock to the end at once, as after a machine has slept. What became due meanwhile is done then, in the order of its time,
   * repeated work once, and what it returns is awaited. For long times, on which `advance` would do each round of each worker.
   */
  jump(ms: number): Promise<void>;
  /** How many sleeps, deadlines and other timers wait for this clock. */
  waiting(): number;
  /** Resolves as soon as at least so many timers wait: the code under test has got to its waits. */
  waitingFor(count: number): Promise<void>;
}

interface Waiting {
  /** Milliseconds since the clock was made. */
  at: number;
  readonly work: () => unknown;
  /** Milliseconds between two times, of repeated work. */
  readonly every?: number;
}

/** Lets everything run that can run without time: continuations of promises, and input that has arrived. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export function createManualClock(start: Date | string = '2026-01-01T00:00:00Z'): ManualClock {
  const begin = new Date(start).getTime();
  let elapsed = 0;
  const timers = new Set<Waiting>();
  const awaited = new Set<{ readonly count: number; readonly resolve: () => void }>();

  const add = (timer: Waiting): Timer => {
    timers.add(timer);
    for (const each of awaited) {
      if (timers.size < each.count) continue;
      awaited.delete(each);
      each.resolve();
    }
    return { cancel: () => void timers.delete(timer) };
  };
  const after = (ms: number, work: () => unknown): Timer => add({ at: elapsed + Math.max(0, ms), work });

  /** The first timer that is due at a time; of several with the same time, the one that was set first. */
  const nextUntil = (end: number): Waiting | undefined =>
    [...timers]
      .filter(({ at }) => at <= end)
      .reduce<Waiting | undefined>(
        (first, each) => (first === undefined || each.at < first.at ? each : first),
        undefined,
      );

  return {
    now: () => new Date(begin + elapsed),
    uptime: () => elapsed,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve();
        const end = (): void => {
          timer.cancel();
          signal?.removeEventListener('abort', end);
          resolve();
        };
        const timer = after(ms, end);
        signal?.addEventListener('abort', end, { once: true });
      }),
    after,
    every: (ms, work) => add({ at: elapsed + ms, work, every: ms }),
    deadline(ms) {
      const controller = new AbortController();
      after(ms, () =>
        controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')),
      );
      return controller.signal;
    },
    async advance(ms) {
      const end = elapsed + ms;
      // What runs already sets its timers first: else they would count from the end.
      await settle();
      for (let due = nextUntil(end); due !== undefined; due = nextUntil(end)) {
        elapsed = Math.max(elapsed, due.at);
        if (due.every === undefined) timers.delete(due);
        else due.at += due.every;
        await due.work();
        await settle();
      }
      elapsed = Math.max(elapsed, end);
    },
    async jump(ms) {
      await settle();
      elapsed += ms;
      const due = [...timers].filter(({ at }) => at <= elapsed).toSorted((one, other) => one.at - other.at);
      for (const timer of due) {
        // What was done before it may have cancelled it.
        if (!timers.has(timer)) continue;
        if (timer.every === undefined) timers.delete(timer);
        else timer.at = elapsed + timer.every;
        await timer.work();
        await settle();
      }
    },
    waiting: () => timers.size,
    waitingFor: (count) =>
      new Promise((resolve) => {
        if (timers.size >= count) resolve();
        else awaited.add({ count, resolve });
      }),
  };
}
