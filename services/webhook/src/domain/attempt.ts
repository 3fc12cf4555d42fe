import type { DisabledReason } from './webhook.ts';

/** Milliseconds in which a receiver has to answer. */
export const answerMs = 15_000;

/** What came of an attempt. `reason` is for people, and never what the receiver answered. */
export interface Attempt {
  readonly at: Date;
  readonly isDelivered: boolean;
  /** The status of the answer; null: there was none. */
  readonly status: number | null;
  readonly ms: number;
  /** Null: it was delivered. */
  readonly reason: string | null;
  /** Milliseconds that the receiver asked to be left alone. */
  readonly retryAfterMs: number | undefined;
}

const [second, minute, hour] = [1_000, 60_000, 3_600_000] as const;

/** Milliseconds after the first attempt, after the second and so on; after the last one there is no other. */
const waits: readonly number[] = [
  5 * second,
  minute,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];

/** The largest part by which a wait is longer, so that deliveries that failed together are not repeated together. */
const jitter = 0.1;

/** Milliseconds until the next attempt, after this many; undefined: there is no other. */
export function waitMs(
  attempts: number,
  retryAfterMs: number | undefined,
  random: () => number = Math.random,
): number | undefined {
  const wait = waits[attempts - 1];
  return wait === undefined ? undefined : Math.max(wait * (1 + jitter * random()), retryAfterMs ?? 0);
}

/** Milliseconds after which an answer is late. */
const lateMs = 5 * second;

/**
 * Whether a receiver answers late, or has taken nothing since a failure a minute ago: it then gets one delivery at a time. One that fails
 * now and then at once keeps its places.
 */
export const isSlow = ({ at, ms }: Pick<Attempt, 'at' | 'ms'>, failingSince: Date | null): boolean =>
  ms >= lateMs || (failingSince !== null && at.getTime() - failingSince.getTime() >= minute);

const failingMs = 5 * 24 * hour;

/** Why a webhook is disabled after a failed attempt; undefined: it goes on. */
export function disabledBy(
  { status, at }: Pick<Attempt, 'status' | 'at'>,
  failingSince: Date | null,
): Exclude<DisabledReason, 'by_person'> | undefined {
  if (status === 410) return 'gone';
  return failingSince !== null && at.getTime() - failingSince.getTime() >= failingMs ? 'failing' : undefined;
}
