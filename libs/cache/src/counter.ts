import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Limit, LimitName } from './limits.ts';

export interface Count {
  readonly consumed: number;
  /** Until the window ends. */
  readonly resetMs: number;
}

/** Counts in fixed windows that begin with their first request. */
export interface Counter {
  increment(key: string): Promise<Count>;
  read(key: string): Promise<Count>;
}

const countOf = ({ consumedPoints, msBeforeNext }: RateLimiterRes): Count => ({
  consumed: consumedPoints,
  resetMs: msBeforeNext,
});

/** The library rejects with the same object when a limit is passed; every other rejection is a fault. */
const orRefused = (thrown: unknown): RateLimiterRes => {
  if (thrown instanceof RateLimiterRes) return thrown;
  throw thrown;
};

export function createMemoryCounter({ limit, windowSeconds }: Limit): Counter {
  const limiter = new RateLimiterMemory({ points: limit, duration: windowSeconds });
  return {
    increment: (key) => limiter.consume(key).catch(orRefused).then(countOf),
    async read(key) {
      const found = await limiter.get(key);
      return found === null ? { consumed: 0, resetMs: windowSeconds * 1_000 } : countOf(found);
    },
  };
}

const readScript = `return { redis.call('get', KEYS[1]) or '0', redis.call('pttl', KEYS[1]) }`;
type Reader = Redis & { patchbayReadLimit(key: string): Promise<[string, number]> };

export function createRedisCounter(client: Redis, name: LimitName, { limit, windowSeconds }: Limit): Counter {
  const keyPrefix = `limit:${name}`;
  const limiter = new RateLimiterRedis({
    storeClient: client,
    keyPrefix,
    points: limit,
    duration: windowSeconds,
    rejectIfRedisNotReady: true,
    // Whoever has used a limit up is refused without asking Redis again until the window ends.
    inMemoryBlockOnConsumed: limit,
  });
  // The library reads in a transaction of four commands. This is one, and it passes before every credential.
  client.defineCommand('patchbayReadLimit', { numberOfKeys: 1, lua: readScript });
  const refusedHere = (count: Count): Count =>
    count.consumed === 0 ? { ...count, consumed: limit + 1 } : count;
  return {
    // A refusal from the process's own memory does not say how much was consumed.
    increment: (key) => limiter.consume(key).catch(orRefused).then(countOf).then(refusedHere),
    async read(key) {
      const [consumed, ttlMs] = await (client as Reader).patchbayReadLimit(`${keyPrefix}:${key}`);
      return { consumed: Number(consumed), resetMs: ttlMs < 0 ? windowSeconds * 1_000 : ttlMs };
    },
  };
}
