import { hash } from 'node:crypto';
import { type Clock, systemClock } from '@patchbay/runtime/clock';
import type { Logger } from '@patchbay/telemetry/logger';
import { createOutageLog } from './outage-log.ts';
import type { RedisConnection } from './redis.ts';

/** A Lua script, which Redis runs as one step. */
export interface Script {
  readonly source: string;
  readonly sha: string;
}

export const createScript = (source: string): Script => ({ source, sha: hash('sha1', source) });

/** Lua: milliseconds of the clock of Redis, which all processes share. */
export const redisNow = `local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)`;

/** On a cluster all keys of one call must be in one slot. */
export interface Counting {
  readonly script: Script;
  readonly keys: readonly string[];
  readonly values: readonly (string | number)[];
}

/** Counts that all processes share, in Redis. One object per process, so that an outage is logged once. */
export interface SharedCounts {
  /** Resolves with undefined where Redis does not answer: the process counts alone then, which is metered. Never rejects. */
  count(counting: Counting): Promise<unknown>;
  /**
   * For what no decision depends on: a failure is neither logged nor metered. Reaches Redis before what is counted later, unlike `count`,
   * which asks twice where Redis does not know its script yet.
   */
  tell(counting: Counting): Promise<void>;
  /** Removes a member of sorted sets, as `tell` does. */
  remove(keys: readonly string[], member: string): Promise<void>;
  /** Calls back when a connection to Redis is ready again. */
  onReady(work: () => void): void;
}

export interface SharedCountsOptions {
  readonly redis: Pick<RedisConnection, 'client'>;
  readonly logger: Logger;
  readonly clock?: Pick<Clock, 'uptime'>;
}

const isUnknownScript = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('NOSCRIPT');

export function createSharedCounts({
  redis: { client },
  logger,
  clock = systemClock,
}: SharedCountsOptions): SharedCounts {
  const outage = createOutageLog('turns and shares', logger, clock);
  const whenReady: (() => void)[] = [];
  client.on('ready', () => {
    for (const work of whenReady) work();
  });

  const run = ({ script, keys, values }: Counting): Promise<unknown> =>
    client.eval(script.source, keys.length, ...keys, ...values);
  const runKnown = ({ script, keys, values }: Counting): Promise<unknown> =>
    client.evalsha(script.sha, keys.length, ...keys, ...values);

  const unheard = async (work: Promise<unknown>): Promise<void> => {
    try {
      await work;
    } catch {
      // A lost write is harmless: leases expire, and a renewal writes the lease again.
    }
  };

  return {
    async count(counting) {
      try {
        const result = await runKnown(counting).catch((error: unknown) => {
          // A new or restarted server does not know the script.
          if (isUnknownScript(error)) return run(counting);
          throw error;
        });
        outage.answered();
        return result;
      } catch (error) {
        outage.failed(error);
        return undefined;
      }
    },
    tell: (counting) => unheard(run(counting)),
    remove: (keys, member) => unheard(Promise.all(keys.map((key) => client.zrem(key, member)))),
    onReady: (work) => void whenReady.push(work),
  };
}
