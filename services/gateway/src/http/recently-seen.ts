/** Keys that this process added a short time ago. */
export interface RecentlySeen {
  has(key: string): boolean;
  add(key: string): void;
  delete(key: string): void;
}

/** A key expires after `ms`. At `max` keys, expired ones included, the next `add` drops all: a bound on memory. */
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
