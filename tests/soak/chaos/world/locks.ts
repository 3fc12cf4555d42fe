import { executionMs } from '../ledger/execution.ts';

/** Which things are being changed. Clients change a thing one after the other, so that its newest value is known. */
export interface Locks {
  /** Takes all of them or none. */
  take(things: readonly string[]): boolean;
  /** `uncertain`: an attempt without an answer may still be executed, so that the things are left alone for a while. */
  release(things: readonly string[], uncertain: boolean): void;
  /** The moment from which everything is free, if nothing is taken meanwhile. */
  freeFrom(): number;
}

export function createLocks(now: () => number = Date.now): Locks {
  /** The moment from which a thing is free. */
  const freeAt = new Map<string, number>();
  return {
    take(things) {
      if (things.some((thing) => (freeAt.get(thing) ?? 0) > now())) return false;
      for (const thing of things) freeAt.set(thing, Number.POSITIVE_INFINITY);
      return true;
    },
    release(things, uncertain) {
      for (const thing of things) freeAt.set(thing, uncertain ? now() + executionMs : 0);
    },
    freeFrom: () => Math.max(0, ...freeAt.values()),
  };
}
