import { setTimeout as sleep } from 'node:timers/promises';

export interface BackoffOptions {
  /** Milliseconds; default 100. */
  readonly min?: number;
  /** Milliseconds; default 5,000. */
  readonly max?: number;
}

/**
 * Milliseconds to wait after the given number of failures in a row: doubling from `min` to `max`, less a random part of up to a
 * half so that what failed together does not return together.
 */
export function backoffMs(failures: number, { min = 100, max = 5_000 }: BackoffOptions = {}): number {
  const ceiling = Math.min(max, min * 2 ** Math.min(failures, 30));
  return (ceiling * (1 + Math.random())) / 2;
}

/** Sleeps; an aborted signal ends the sleep early and is no error. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => undefined);
