import { createRedis } from '@patchbay/limits/redis';
import { createSharedCounts, type SharedCounts } from '@patchbay/limits/shared-counts';
import { createManualClock, type ManualClock } from '@patchbay/runtime/manual-clock';
import { onTestFinished } from 'vitest';
import { createLog } from './log.ts';
import { testServers } from './servers.ts';

interface ProcessParts {
  readonly counts: SharedCounts;
  readonly clock: ManualClock;
}

/** A process as far as counts are shared: with a connection to the Redis of the run, counters and a clock of its own. */
async function startProcess<T>(build: (parts: ProcessParts) => T) {
  const { logger } = createLog();
  const redis = createRedis({ urls: [testServers().redisUrl] }, logger);
  await redis.start?.();
  onTestFinished(() => redis.stop?.());
  const clock = createManualClock();
  return {
    bounded: build({ counts: createSharedCounts({ redis, logger }), clock }),
    ping: async () => void (await redis.client.ping()),
    /** Lets those who wait in this process ask Redis again, and hear the answer. */
    async askAgain(): Promise<void> {
      await clock.advance(50);
      await redis.client.ping();
      await new Promise(setImmediate);
    },
  };
}

export interface MostAtOnceOptions<T> {
  /** How many processes there are. */
  readonly processes: number;
  /** How much each of them does, all at once. */
  readonly times: number;
  /** What a process has of its own. */
  readonly build: (parts: ProcessParts) => T;
  /** Calls `inside` while it holds a turn. */
  readonly work: (bounded: T, inside: () => Promise<void>) => Promise<void>;
}

/** How much runs at once in several processes that share a Redis. Resolves when all of it is done. */
export async function mostAtOnce<T>({
  processes,
  times,
  build,
  work,
}: MostAtOnceOptions<T>): Promise<number> {
  const started = await Promise.all(Array.from({ length: processes }, () => startProcess(build)));
  let running = 0;
  let most = 0;
  const ended: boolean[] = [];
  const all = started.flatMap(({ bounded, ping }) =>
    Array.from({ length: times }, async () => {
      try {
        await work(bounded, async () => {
          running += 1;
          most = Math.max(most, running);
          await ping();
          running -= 1;
        });
      } finally {
        ended.push(true);
      }
    }),
  );
  const done = Promise.all(all);
  done.catch(() => {});
  while (ended.length < all.length) for (const process of started) await process.askAgain();
  await done;
  return most;
}
