import { hash } from 'node:crypto';
import type { Logger } from '@patchbay/telemetry/logger';
import { count } from '@patchbay/telemetry/metrics';
import { type Count, createMemoryCounter, createRedisCounter } from './counter.ts';
import { defaultLimits, type LimitName, type Limits } from './limits.ts';
import type { RedisConnection } from './redis.ts';
import { createShared } from './shared.ts';

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
  /** Counts one request. Never rejects: without Redis the process counts by itself. */
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

/** Keys may be tokens or the addresses of people: neither belongs in a Redis. */
const digest = (key: string): string => hash('sha256', key, 'base64url');

export function createRateLimits({ limits = defaultLimits, redis, logger }: RateLimitsOptions): RateLimits {
  const counters = new Map(
    (Object.keys(limits) as LimitName[]).map((name) => [
      name,
      {
        memory: createMemoryCounter(limits[name]),
        shared: redis && createRedisCounter(redis.client, name, limits[name]),
      },
    ]),
  );
  const inRedis = createShared(logger, {
    away: 'limits are counted in this process alone, redis is not reachable',
    back: 'limits are counted in redis again',
  });

  const ask = async (step: 'increment' | 'read', name: LimitName, key: string): Promise<Count> => {
    const counter = counters.get(name);
    if (counter === undefined) throw new RangeError(`there is no limit ${name}`);
    const { memory, shared } = counter;
    if (shared === undefined) return memory[step](key);
    const asked = await inRedis.ask(() => shared[step](digest(key)));
    if (asked !== undefined) return asked.answer;
    count('rateLimitFallback', 1);
    return memory[step](key);
  };

  const decide = (name: LimitName, used: number, allowed: boolean, resetMs: number): Decision => {
    const { limit, windowSeconds } = limits[name];
    if (!allowed) count('rateLimited', 1, { limit: name });
    return {
      name,
      limit,
      windowSeconds,
      remaining: Math.max(0, limit - used),
      resetSeconds: Math.max(1, Math.ceil(resetMs / 1_000)),
      allowed,
    };
  };

  return {
    async consume(name, key) {
      const { consumed, resetMs } = await ask('increment', name, key);
      return decide(name, consumed, consumed <= limits[name].limit, resetMs);
    },
    async peek(name, key) {
      const { consumed, resetMs } = await ask('read', name, key);
      return decide(name, consumed, consumed < limits[name].limit, resetMs);
    },
  };
}
