/** A note of keys that lasts a moment, in this process alone. */
export interface RecentlySeen {
  has(key: string): boolean;
  add(key: string): void;
  delete(key: string): void;
}

/** Forgets each key after `ms`, and all of them where there would be more than `max`. */
export function createRecentlySeen(ms: number, max: number): RecentlySeen {
  const until = new Map<string, number>();
  return {
    has: (key) => (until.get(key) ?? 0) > performance.now(),
    add(key) {
      if (until.size >= max) until.clear();
      until.set(key, performance.now() + ms);
    },
    delete: (key) => void until.delete(key),
  };
}
