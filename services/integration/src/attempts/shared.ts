import { outsideOfCall } from '@patchbay/runtime/call-signal';

/**
 * Runs work once for all who want it at the same moment, by key: whoever comes while it runs gets its result. It runs outside of the
 * call that began it, because others wait for it too.
 */
export type Shared<T> = (key: string, work: () => Promise<T>) => Promise<T>;

export function createShared<T>(): Shared<T> {
  const running = new Map<string, Promise<T>>();
  return (key, work) => {
    const known = running.get(key);
    if (known !== undefined) return known;
    const begun = outsideOfCall(work).finally(() => running.delete(key));
    // Whoever wanted it may have gone: its failure must not end the process.
    begun.catch(() => {});
    running.set(key, begun);
    return begun;
  };
}
