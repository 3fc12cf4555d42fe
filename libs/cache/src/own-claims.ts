/** Maximum of characters of sealed answers in the memory of a process; the oldest are evicted. */
const maxCharacters = 32 * 1024 * 1024;

/** Claims and sealed answers in the memory of this process, by the name that `sealOf` derives. */
export interface OwnClaims {
  read(name: string): 'running' | { readonly sealed: string } | undefined;
  claim(name: string): void;
  /** Ends a claim and stores the answer for `forMs` milliseconds. */
  keep(name: string, sealed: string, forMs: number): void;
  /** Ends a claim without an answer. */
  release(name: string): void;
}

/** Claims do not expire: the request that made one runs in this process and ends it with `keep` or `release`. */
export function createOwnClaims(max = maxCharacters): OwnClaims {
  const running = new Set<string>();
  /** Oldest first. */
  const kept = new Map<string, { readonly sealed: string; readonly until: number }>();
  let characters = 0;

  const forget = (name: string): void => {
    characters -= kept.get(name)?.sealed.length ?? 0;
    kept.delete(name);
  };
  const evict = (): void => {
    const now = performance.now();
    for (const [name, { until }] of kept) {
      if (until > now && characters <= max) return;
      forget(name);
    }
  };

  return {
    read(name) {
      if (running.has(name)) return 'running';
      const entry = kept.get(name);
      return entry !== undefined && entry.until > performance.now() ? entry : undefined;
    },
    claim(name) {
      running.add(name);
    },
    keep(name, sealed, forMs) {
      running.delete(name);
      forget(name);
      kept.set(name, { sealed, until: performance.now() + forMs });
      characters += sealed.length;
      evict();
    },
    release(name) {
      running.delete(name);
    },
  };
}
