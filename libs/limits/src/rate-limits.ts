import { type Clock, systemClock } from '@patchbay/runtime/clock';
import type { Logger } from '@patchbay/telemetry/logger';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { digest } from './digest.ts';
import {
  defaultLimits,
  isReturnable,
  type LimitName,
  type Limits,
  type ReturnableLimitName,
} from './limits.ts';
import { createOutageLog } from './outage-log.ts';
import type { RedisConnection } from './redis.ts';

export {
  defaultLimits,
  type Limit,
  type LimitName,
  type Limits,
  parseRateLimits,
  type ReturnableLimitName,
} from './limits.ts';

/** The result of a limit for one request, with the values of `RateLimit`, `RateLimit-Policy` and `Retry-After`. */
export interface Decision {
  readonly name: LimitName;
  readonly limit: number;
  readonly windowSeconds: number;
  readonly remaining: number;
  /** Whole seconds until the window ends, rounded up. */
  readonly resetSeconds: number;
  readonly allowed: boolean;
}

/** No method rejects: while Redis does not answer, requests are counted in the memory of the process. */
export interface RateLimits {
  /** Counts one request. */
  consume(name: LimitName, key: string): Promise<Decision>;
  /** Whether `consume` would allow a request, without counting one. */
  peek(name: LimitName, key: string): Promise<Decision>;
  /** Takes back a count of `consume`, whatever its decision; to be called once. */
  giveBack(name: ReturnableLimitName, key: string): Promise<void>;
}

export interface RateLimitsOptions {
  /** Default: `defaultLimits`. */
  readonly limits?: Limits;
  /** Shared by all processes of a service. Default: each process counts in its own memory. */
  readonly redis?: Pick<RedisConnection, 'client'>;
  readonly logger: Logger;
  readonly clock?: Pick<Clock, 'uptime'>;
}

type Limiter = Pick<RateLimiterAbstract, 'consume' | 'get' | 'reward' | 'delete'>;

/** What a limiter answered to one call. */
interface Counted {
  readonly allowed: boolean;
  /** Null: no request was counted in this window yet. */
  readonly result: RateLimiterRes | null;
}

/** The limiter rejects with a `RateLimiterRes` when the limit is exceeded, and with an `Error` when Redis fails. */
const consumeOne = (limiter: Limiter, key: string): Promise<Counted> =>
  limiter.consume(key).then(
    (result) => ({ allowed: true, result }),
    (thrown: unknown) => {
      if (thrown instanceof RateLimiterRes) return { allowed: false, result: thrown };
      throw thrown;
    },
  );

const look = async (limiter: Limiter, key: string): Promise<Counted> => {
  const result = await limiter.get(key);
  return { allowed: result === null || result.remainingPoints > 0, result };
};

const takeBack = async (limiter: Limiter, key: string): Promise<Counted> => {
  const result = await limiter.reward(key);
  // The window of the count has ended, or Redis became unreachable since: a negative count would raise the next limit.
  if (result.consumedPoints < 0) await limiter.delete(key);
  return { allowed: true, result };
};

/**
 * Counts limits in fixed windows, each of which begins with its first request. The windows follow the time of the machine, not `clock`:
 * rate-limiter-flexible reads it itself, and in Redis the keys expire by the time of Redis.
 */
export function createRateLimits({
  limits = defaultLimits,
  redis,
  logger,
  clock = systemClock,
}: RateLimitsOptions): RateLimits {
  const outage = createOutageLog('limits', logger, clock);

  const createCounter = (name: LimitName) => {
    const { limit, windowSeconds } = limits[name];
    const window = { points: limit, duration: windowSeconds };
    const own = new RateLimiterMemory(window);
    const shared =
      redis &&
      new RateLimiterRedis({
        ...window,
        storeClient: redis.client,
        keyPrefix: `limit:${name}`,
        // While the connection is not ready, this process counts at once.
        rejectIfRedisNotReady: true,
        // A key at its limit is refused from memory, without a call to Redis, until the window ends. Not where counts may be given
        // back: this process would go on refusing a key whose count another process has given back.
        ...(!isReturnable(name) && { inMemoryBlockOnConsumed: limit }),
      });

    const counted = async (
      key: string,
      work: (limiter: Limiter, key: string) => Promise<Counted>,
    ): Promise<Counted> => {
      const hashed = digest(key);
      if (shared === undefined) return work(own, hashed);
      try {
        const result = await work(shared, hashed);
        // A refusal may come from memory, and does not prove that Redis answers.
        if (result.allowed) outage.answered();
        return result;
      } catch (error) {
        outage.failed(error);
        return work(own, hashed);
      }
    };
    return async (key: string, work: typeof consumeOne): Promise<Decision> => {
      const { allowed, result } = await counted(key, work);
      const resetSeconds =
        result === null ? windowSeconds : Math.max(1, Math.ceil(result.msBeforeNext / 1_000));
      return {
        name,
        limit,
        windowSeconds,
        remaining: result?.remainingPoints ?? limit,
        resetSeconds,
        allowed,
      };
    };
  };

  const names = Object.keys(limits) as LimitName[];
  const counters = new Map(names.map((name) => [name, createCounter(name)]));
  const decide = async (name: LimitName, key: string, work: typeof consumeOne): Promise<Decision> => {
    const counter = counters.get(name);
    if (counter === undefined) throw new RangeError(`there is no limit ${name}`);
    return counter(key, work);
  };

  return {
    consume: (name, key) => decide(name, key, consumeOne),
    peek: (name, key) => decide(name, key, look),
    async giveBack(name, key) {
      await decide(name, key, takeBack);
    },
  };
}
