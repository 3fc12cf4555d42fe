import { hash } from 'node:crypto';
import { RateLimiterRes } from 'rate-limiter-flexible';
import type { Call, Limiter } from './limiter.ts';

/** What a limiter answered to one call. */
export interface Counted {
  readonly allowed: boolean;
  /** Null: no request was counted in this window yet. */
  readonly result: RateLimiterRes | null;
}

/** Keys may be tokens or email addresses, which must not be stored in Redis in plain text. */
export const digest = (key: string): string => hash('sha256', key, 'base64url');

/** The library rejects with a `RateLimiterRes` when the limit is exceeded; with an insurance limiter nothing else is thrown. */
function refused(thrown: unknown): Counted {
  if (thrown instanceof RateLimiterRes) return { allowed: false, result: thrown };
  throw thrown;
}

export const consumePoints = (limiter: Limiter, key: string, points: number, call: Call): Promise<Counted> =>
  limiter.consume(digest(key), points, call).then((result) => ({ allowed: true, result }), refused);

/** Refused from the limiter's memory (`inMemoryBlockOnConsumed`) without a call to Redis; the count is 0 then. */
export const isFromMemory = ({ allowed, result }: Counted): boolean =>
  !allowed && result?.consumedPoints === 0;

/** Whole seconds, rounded up. */
export const resetSecondsOf = (ms: number): number => Math.max(1, Math.ceil(ms / 1_000));
