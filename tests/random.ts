/** A seeded source of random numbers: the same seed gives the same sequence. Not for secrets. */
export interface Random {
  /** From 0 inclusive to 1 exclusive. */
  next(): number;
  /** An integer from `low` to `high`, both inclusive. */
  between(low: number, high: number): number;
  chance(probability: number): boolean;
  /** Throws where there is nothing to pick from. */
  pick<T>(from: readonly T[]): T;
  shuffle<T>(items: readonly T[]): T[];
  /** An independent sequence: what one part of a run draws does not change what another part draws. */
  fork(): Random;
}

/** Mulberry32: 32 bits of state, good enough to choose requests and faults. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick<T>(from: readonly T[]): T {
      if (from.length === 0) throw new Error('there is nothing to pick from');
      return from[between(0, from.length - 1)] as T;
    },
    shuffle<T>(items: readonly T[]): T[] {
      const shuffled = [...items];
      for (let last = shuffled.length - 1; last > 0; last -= 1) {
        const other = between(0, last);
        [shuffled[last], shuffled[other]] = [shuffled[other] as T, shuffled[last] as T];
      }
      return shuffled;
    },
    fork: () => createRandom(Math.floor(next() * 2 ** 32)),
  };
}

/** Works on the items in their order, on as many at once as there are workers. */
export async function inParallel<T>(
  items: readonly T[],
  workers: number,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const waiting = [...items];
  const run = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: workers }, run));
}
