import { outsideOfCall } from './call-signal.ts';

export interface SharedPromises<T> {
  /**
   * Runs `work`, or returns the promise of the work that runs for this key already. The work runs outside of the call that
   * began it: the deadline of that call does not end it, because other callers wait for it too.
   */
  run(key: string, work: () => Promise<T>): Promise<T>;
  /** The promise of the running work of this key. */
  get(key: string): Promise<T> | undefined;
  /** Resolves when all work that runs now has ended; never rejects. */
  settled(): Promise<void>;
}

/** One running promise per key, shared by concurrent callers. Nothing is cached: work that has ended runs again for the next caller. */
export function createSharedPromises<T>(): SharedPromises<T> {
  const running = new Map<string, Promise<T>>();
  return {
    run(key, work) {
      const known = running.get(key);
      if (known !== undefined) return known;
      const begun = outsideOfCall(work).finally(() => running.delete(key));
      // All callers may have gone: a failure must not end the process as an unhandled rejection.
      begun.catch(() => {});
      running.set(key, begun);
      return begun;
    },
    get: (key) => running.get(key),
    async settled() {
      await Promise.allSettled(running.values());
    },
  };
}
