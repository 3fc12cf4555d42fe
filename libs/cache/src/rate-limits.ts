import { hash } from 'node:crypto';
import type { Logger } from '@patchbay/telemetry/logger';
import { count } from '@patchbay/telemetry/metrics';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { type Call, createLimiter, type Limiter } from './limiter.ts';
import { defaultLimits, type LimitName, type Limits, type ReturnableLimitName } from './limits.ts';
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

export interface RateLimits {
  /** Counts one request. Never rejects: while Redis does not answer it counts in the memory of the process. */
  consume(name: LimitName, key: string): Promise<Decision>;
  /** Whether `consume` would allow a request, without counting one. Never rejects. */
  peek(name: LimitName, key: string): Promise<Decision>;
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

/** Keys may be tokens or email addresses, which must not be stored in Redis in plain text. */
const digest = (key: string): string => hash('sha256', key, 'base64url');

interface Counted {
  readonly allowed: boolean;
  /** Null: no request was counted in this window yet. */
  readonly result: RateLimiterRes | null;
}

/** The library rejects with a `RateLimiterRes` when the limit is exceeded; with an insurance limiter nothing else is thrown. */
function refused(thrown: unknown): Counted {
  if (thrown instanceof RateLimiterRes) return { allowed: false, result: thrown };
  throw thrown;
}

/** Refused from the limiter's memory (`inMemoryBlockOnConsumed`) without a call to Redis; the count is 0 then. */
const isFromMemory = ({ allowed, result }: Counted): boolean => !allowed && result?.consumedPoints === 0;

export function createRateLimits({ limits = defaultLimits, redis, logger }: RateLimitsOptions): RateLimits {
  const names = Object.keys(limits) as LimitName[];
  const limiters = new Map(names.map((name) => [name, createLimiter(name, limits[name], redis?.client)]));
  let unreachable = false;

  const logFallback = ({ insured }: Call, counted: Counted): void => {
    if (insured) {
      count('rateLimitFallback', 1);
      if (!unreachable) logger.warn('limits are counted in this process alone, redis is not reachable');
      unreachable = true;
    } else if (unreachable && !isFromMemory(counted)) {
      logger.info('limits are counted in redis again');
      unreachable = false;
    }
  };

  const ask = async (
    name: LimitName,
    work: (limiter: Limiter, call: Call) => Promise<Counted>,
  ): Promise<Decision> => {
    const limiter = limiters.get(name);
    if (limiter === undefined) throw new RangeError(`there is no limit ${name}`);
    const { limit, windowSeconds } = limits[name];
    const call: Call = { insured: false };
    const counted = await work(limiter, call);
    logFallback(call, counted);
    const { allowed, result } = counted;
    return {
      name,
      limit,
      windowSeconds,
      remaining: result?.remainingPoints ?? limit,
      resetSeconds: result === null ? windowSeconds : Math.max(1, Math.ceil(result.msBeforeNext / 1_000)),
      allowed,
    };
  };

  return {
    consume: (name, key) =>
      ask(name, (limiter, call) =>
        limiter.consume(digest(key), 1, call).then((result) => ({ allowed: true, result }), refused),
      ),
    peek: (name, key) =>
      ask(name, async (limiter, call) => {
        const result = await limiter.get(digest(key), call);
        return { allowed: result === null || result.remainingPoints > 0, result };
      }),
    async giveBack(name, key) {
      await ask(name, async (limiter, call) => {
        const result = await limiter.reward(digest(key), 1, call);
        // The window of the count has ended, or Redis became unreachable since: a negative count would raise the next limit.
        if (result.consumedPoints < 0) await limiter.delete(digest(key));
        return { allowed: true, result };
      });
    },
  };
}
