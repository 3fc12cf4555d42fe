/** Characters of sealed answers that one process keeps; beyond it the oldest go. */
const maxCharacters = 32 * 1024 * 1024;

/** What this process knows of a name by itself: that a request is running, or its sealed answer. */
export interface OwnClaims {
  read(name: string): 'running' | { readonly sealed: string } | undefined;
  claim(name: string): void;
  /** Ends a claim with the answer, kept for this many milliseconds. */
  keep(name: string, sealed: string, forMs: number): void;
  /** Ends a claim with nothing. */
  release(name: string): void;
}

/** Claims need no end of their own: whatever made one is in this process too, and ends it. */
export function createOwnClaims(max = maxCharacters): OwnClaims {
  const running = new Set<string>();
  /** Oldest first. */
  const kept = new Map<string, { readonly sealed: string; readonly until: number }>();
  let characters = 0;

  const forget = (name: string): void => {
    characters -= kept.get(name)?.sealed.length ?? 0;
    kept.delete(name);
  };
  const makeRoom = (): void => {
    const now = performance.now();
    for (const [name, { until }] of kept) {
      if (until > now && characters <= max) return;
      forget(name);
    }
  };

  return {
    read(name) {
      if (running.has(name)) return 'running';
      const found = kept.get(name);
      return found !== undefined && found.until > performance.now() ? found : undefined;
    },
    claim(name) {
      running.add(name);
    },
    keep(name, sealed, forMs) {
      running.delete(name);
      forget(name);
      kept.set(name, { sealed, until: performance.now() + forMs });
      characters += sealed.length;
      makeRoom();
    },
    release(name) {
      running.delete(name);
    },
  };
}
