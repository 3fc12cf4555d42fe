import { hash } from 'node:crypto';
import type { Logger } from '@patchbay/telemetry/logger';
import { count } from '@patchbay/telemetry/metrics';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { type Call, createLimiter, type Limiter } from './limiter.ts';
import { defaultLimits, type LimitName, type Limits } from './limits.ts';
import type { RedisConnection } from './redis.ts';

export { defaultLimits, type Limit, type LimitName, type Limits, parseRateLimits } from './limits.ts';

/** What a limit says of one request; all that `RateLimit`, `RateLimit-Policy` and `Retry-After` need. */
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
  /** Counts one request. Never rejects: while Redis does not answer the process counts by itself. */
  consume(name: LimitName, key: string): Promise<Decision>;
  /** Whether `consume` would allow a request, without counting one. Never rejects. */
  peek(name: LimitName, key: string): Promise<Decision>;
}

export interface RateLimitsOptions {
  /** Default: those of the contract. */
  readonly limits?: Limits;
  /** Shared by all processes of a service. Default: each process counts by itself. */
  readonly redis?: Pick<RedisConnection, 'client'>;
  readonly logger: Logger;
}

/** Keys may be tokens or the addresses of people, which must not lie in Redis. */
const digest = (key: string): string => hash('sha256', key, 'base64url');

interface Counted {
  readonly allowed: boolean;
  /** Null: nothing was counted in this window yet. */
  readonly result: RateLimiterRes | null;
}

/** The library rejects with its result where a limit is passed. With an insurance it rejects with nothing else. */
function refused(thrown: unknown): Counted {
  if (thrown instanceof RateLimiterRes) return { allowed: false, result: thrown };
  throw thrown;
}

/** Refused by the limiter's own note that the limit is used up; Redis was not asked, and the count is missing. */
const isFromMemory = ({ allowed, result }: Counted): boolean => !allowed && result?.consumedPoints === 0;

export function createRateLimits({ limits = defaultLimits, redis, logger }: RateLimitsOptions): RateLimits {
  const names = Object.keys(limits) as LimitName[];
  const limiters = new Map(names.map((name) => [name, createLimiter(name, limits[name], redis?.client)]));
  let away = false;

  const noteWhoCounted = ({ insured }: Call, counted: Counted): void => {
    if (insured) {
      count('rateLimitFallback', 1);
      if (!away) logger.warn('limits are counted in this process alone, redis is not reachable');
      away = true;
    } else if (away && !isFromMemory(counted)) {
      logger.info('limits are counted in redis again');
      away = false;
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
    noteWhoCounted(call, counted);
    const { allowed, result } = counted;
    if (!allowed) count('rateLimited', 1, { limit: name });
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
  };
}
