export interface BackoffOptions {
  /** Milliseconds; default 100. */
  readonly min?: number;
  /** Milliseconds; default 5,000. */
  readonly max?: number;
  /** The largest part of the wait that is left out at random, so that callers that failed together do not retry together. Default 0.5. */
  readonly jitter?: number;
  /** From 0 to 1; for tests. */
  readonly random?: () => number;
}

/** Milliseconds to wait after a number of consecutive failures, counted from 0: doubles from `min` to `max`, minus the jitter. */
export function backoffMs(
  failures: number,
  { min = 100, max = 5_000, jitter = 0.5, random = Math.random }: BackoffOptions = {},
): number {
  return Math.min(max, min * 2 ** Math.min(failures, 30)) * (1 - jitter * random());
}
