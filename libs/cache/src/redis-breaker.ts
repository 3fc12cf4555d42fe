import type { Logger } from '@patchbay/telemetry/logger';

/** Milliseconds without calls to Redis after a failure, so that a hanging Redis delays few requests. */
const pauseMs = 1_000;

export interface RedisBreaker {
  /** The answer of Redis to `work`; undefined if it fails or a failure was less than a second ago. Never rejects. */
  run<T>(work: () => Promise<T>): Promise<{ readonly answer: T } | undefined>;
}

/** A circuit breaker for calls to Redis. Logs one of the messages when Redis becomes unreachable or reachable again. */
export function createRedisBreaker(
  logger: Logger,
  messages: { readonly unreachable: string; readonly restored: string },
): RedisBreaker {
  let unreachable = false;
  let pausedUntil = 0;
  return {
    async run(work) {
      if (performance.now() < pausedUntil) return undefined;
      try {
        const answer = await work();
        if (unreachable) logger.info(messages.restored);
        unreachable = false;
        return { answer };
      } catch (error) {
        pausedUntil = performance.now() + pauseMs;
        if (!unreachable) logger.warn({ err: error }, messages.unreachable);
        unreachable = true;
        return undefined;
      }
    },
  };
}
