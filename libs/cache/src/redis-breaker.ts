import type { Logger } from '@patchbay/telemetry/logger';

/** Milliseconds for which Redis is left alone after a failure, so that a Redis that hangs delays a few requests, not all. */
const pauseMs = 1_000;

export interface Shared {
  /** What Redis answers to `work`; undefined while it is away. Never rejects. */
  ask<T>(work: () => Promise<T>): Promise<{ readonly answer: T } | undefined>;
}

/** Work that all processes of a service share in Redis, and that each does by itself while Redis is away. */
export function createShared(
  logger: Logger,
  texts: { readonly away: string; readonly back: string },
): Shared {
  let away = false;
  let pausedUntil = 0;
  return {
    async ask(work) {
      if (performance.now() < pausedUntil) return undefined;
      try {
        const answer = await work();
        if (away) logger.info(texts.back);
        away = false;
        return { answer };
      } catch (error) {
        pausedUntil = performance.now() + pauseMs;
        if (!away) logger.warn({ err: error }, texts.away);
        away = true;
        return undefined;
      }
    },
  };
}
