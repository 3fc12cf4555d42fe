import type { Redis } from 'ioredis';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import type { Limit, LimitName } from './limits.ts';

/** Counts one limit in fixed windows that begin with their first request. */
export type Limiter = Pick<RateLimiterAbstract, 'consume' | 'get'>;

/** The options of one call. The library hands them on to the insurance, which writes into them. */
export interface Call {
  insured: boolean;
}

/** Counts in this process where Redis did not, and marks the calls that it answers. */
class Insurance extends RateLimiterMemory {
  override consume(key: string, points?: number, call?: Partial<Call>) {
    if (call !== undefined) call.insured = true;
    return super.consume(key, points, call);
  }

  override get(key: string, call?: Partial<Call>) {
    if (call !== undefined) call.insured = true;
    return super.get(key);
  }
}

/** In Redis where there is one, in this process where there is none and whenever it does not answer. */
export function createLimiter(name: LimitName, { limit, windowSeconds }: Limit, redis?: Redis): Limiter {
  const window = { points: limit, duration: windowSeconds };
  if (redis === undefined) return new RateLimiterMemory(window);
  return new RateLimiterRedis({
    ...window,
    storeClient: redis,
    keyPrefix: `limit:${name}`,
    // The insurance answers at once while the connection is not ready.
    rejectIfRedisNotReady: true,
    insuranceLimiter: new Insurance(window),
    // Who has used a limit up is refused without asking Redis again until the window ends.
    inMemoryBlockOnConsumed: limit,
  });
}
