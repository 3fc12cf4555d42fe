import type { Logger } from '@patchbay/telemetry/logger';
import { type Counted, consumePoints, digest, isFromMemory, resetSecondsOf } from './counted.ts';
import type { Decision } from './decision.ts';
import { createFallback } from './fallback.ts';
import { type Call, createLimiter, type Limiter } from './limiter.ts';
import {
  blockSize,
  defaultLimits,
  type ExactLimitName,
  type LimitName,
  type Limits,
  type ReturnableLimitName,
} from './limits.ts';
import type { RedisConnection } from './redis.ts';
import { createReservedCounter } from './reserved.ts';

export type { Decision } from './decision.ts';
export {
  defaultLimits,
  type Limit,
  type LimitName,
  type Limits,
  parseRateLimits,
  type ReturnableLimitName,
} from './limits.ts';

export interface RateLimits {
  /**
   * Counts one request; at once where this process has a point of a block left. Never rejects: while Redis does not answer it counts
   * in the memory of the process.
   */
  consume(name: LimitName, key: string): Decision | Promise<Decision>;
  /** Whether `consume` would allow a request, without counting one. Never rejects. */
  peek(name: ExactLimitName, key: string): Promise<Decision>;
  /** Takes back a count of `consume`, whatever its decision; to be called once. Never rejects. */
  giveBack(name: ReturnableLimitName, key: string): Promise<void>;
}

export interface RateLimitsOptions {
  /** Default: `defaultLimits`. */
  readonly limits?: Limits;
  /** Shared by all processes of a service. Default: each process counts in its own memory. */
  readonly redis?: Pick<RedisConnection, 'client'>;
  readonly logger: Logger;
}

export function createRateLimits({ limits = defaultLimits, redis, logger }: RateLimitsOptions): RateLimits {
  const fallback = createFallback(logger, redis !== undefined);

  const createCounter = (name: LimitName) => {
    const { limit, windowSeconds } = limits[name];
    const limiter = createLimiter(name, limits[name], redis?.client);
    const ask = async (
      work: (limiter: Limiter, call: Call) => Counted | Promise<Counted>,
    ): Promise<Decision> => {
      const call: Call = { insured: false };
      const counted = await work(limiter, call);
      if (call.insured) {
        fallback.notAnswered();
        fallback.countedHere();
      } else fallback.answered(counted);
      const { allowed, result } = counted;
      return {
        name,
        limit,
        windowSeconds,
        remaining: result?.remainingPoints ?? limit,
        resetSeconds: result === null ? windowSeconds : resetSecondsOf(result.msBeforeNext),
        allowed,
      };
    };
    const size = blockSize(name, limits[name]);
    const consume =
      size === 1
        ? (key: string) =>
            ask(async (_, call) => {
              const counted = await consumePoints(limiter, key, 1, call);
              fallback.decided(call.insured ? 'process' : isFromMemory(counted) ? 'reserved' : 'redis');
              return counted;
            })
        : createReservedCounter(limiter, { name, limit, windowSeconds }, size, fallback);
    return { ask, consume };
  };

  const names = Object.keys(limits) as LimitName[];
  const counters = new Map(names.map((name) => [name, createCounter(name)]));
  const counterOf = (name: LimitName): ReturnType<typeof createCounter> => {
    const counter = counters.get(name);
    if (counter === undefined) throw new RangeError(`there is no limit ${name}`);
    return counter;
  };

  return {
    consume: (name, key) => counterOf(name).consume(key),
    peek: (name, key) =>
      counterOf(name).ask(async (limiter, call) => {
        const result = await limiter.get(digest(key), call);
        return { allowed: result === null || result.remainingPoints > 0, result };
      }),
    async giveBack(name, key) {
      await counterOf(name).ask(async (limiter, call) => {
        const result = await limiter.reward(digest(key), 1, call);
        // The window of the count has ended, or Redis became unreachable since: a negative count would raise the next limit.
        if (result.consumedPoints < 0) await limiter.delete(digest(key));
        return { allowed: true, result };
      });
    },
  };
}
