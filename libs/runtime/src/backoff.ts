import { setTimeout as sleep } from 'node:timers/promises';

export interface BackoffOptions {
  /** Milliseconds; default 100. */
  readonly min?: number;
  /** Milliseconds; default 5,000. */
  readonly max?: number;
}

/**
 * Milliseconds to wait after the given number of consecutive failures: doubles from `min` to `max`, minus a random part of
 * up to a half (jitter), so that callers that failed at the same time do not retry at the same time.
 */
export function backoffMs(failures: number, { min = 100, max = 5_000 }: BackoffOptions = {}): number {
  const ceiling = Math.min(max, min * 2 ** Math.min(failures, 30));
  return (ceiling * (1 + Math.random())) / 2;
}

/** Sleeps; resolves early if the signal aborts. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => undefined);
