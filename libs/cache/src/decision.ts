import type { LimitName } from './limits.ts';

/** The result of a limit for one request, with the values of `RateLimit`, `RateLimit-Policy` and `Retry-After`. */
export interface Decision {
  readonly name: LimitName;
  readonly limit: number;
  readonly windowSeconds: number;
  readonly remaining: number;
  /** Whole seconds until the window ends, rounded up. */
  readonly resetSeconds: number;
  readonly allowed: boolean;
}
