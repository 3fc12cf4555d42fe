import type { Cluster, Redis } from 'ioredis';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import { isReturnable, type Limit, type LimitName } from './limits.ts';

/** Counts one limit in fixed windows; a window begins with its first request. */
export type Limiter = Pick<RateLimiterAbstract, 'consume' | 'get' | 'reward' | 'delete'>;

/** The options object of one call. The library passes it to the insurance limiter, which sets `insured`. */
export interface Call {
  insured: boolean;
}

/** The library's fallback while Redis does not answer: counts in this process and marks the calls that it answered. */
class Insurance extends RateLimiterMemory {
  override consume(key: string, points?: number, call?: Partial<Call>) {
    if (call !== undefined) call.insured = true;
    return super.consume(key, points, call);
  }

  override get(key: string, call?: Partial<Call>) {
    if (call !== undefined) call.insured = true;
    return super.get(key);
  }

  override reward(key: string, points?: number, call?: Partial<Call>) {
    if (call !== undefined) call.insured = true;
    return super.reward(key, points, call);
  }
}

/** Counts in Redis; in this process without Redis or while Redis does not answer. */
export function createLimiter(
  name: LimitName,
  { limit, windowSeconds }: Limit,
  redis?: Redis | Cluster,
): Limiter {
  const window = { points: limit, duration: windowSeconds };
  if (redis === undefined) return new RateLimiterMemory(window);
  return new RateLimiterRedis({
    ...window,
    storeClient: redis,
    keyPrefix: `limit:${name}`,
    // While the connection is not ready, the insurance limiter answers at once.
    rejectIfRedisNotReady: true,
    insuranceLimiter: new Insurance(window),
    // A key at its limit is refused from memory, without a call to Redis, until the window ends. Not where counts may be given
    // back: this process would go on refusing a key whose count another process has given back.
    ...(!isReturnable(name) && { inMemoryBlockOnConsumed: limit }),
  });
}
