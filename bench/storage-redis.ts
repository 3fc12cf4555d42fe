import { createRateLimits } from '@patchbay/limits/rate-limits';
import { createRedis } from '@patchbay/limits/redis';
import { createLogger } from '@patchbay/telemetry/logger';
import { addCleanup } from './cleanup.ts';

const callers = 1_000;

/** Bytes of Redis for the counter of a caller, from `used_memory` before and after those of a thousand. It ends with its window. */
export async function redisBytesPerCaller(url: string): Promise<number> {
  const logger = createLogger({ service: 'bench', level: 'warn' });
  const redis = createRedis({ urls: [url], cluster: false }, logger);
  await redis.start?.();
  const stop = addCleanup(async () => redis.stop?.());
  const usedMemory = async (): Promise<number> =>
    Number(/used_memory:(\d+)/.exec(String(await redis.client.call('info', 'memory')))?.[1]);
  const limits = createRateLimits({ redis, logger });
  // The first request loads the script.
  await limits.consume('requestPerCaller', 'user:first');
  const before = await usedMemory();
  for (let caller = 0; caller < callers; caller += 1)
    await limits.consume('requestPerCaller', `user:${caller}`);
  const after = await usedMemory();
  await stop();
  return (after - before) / callers;
}
