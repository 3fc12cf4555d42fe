import { backoffMs } from '@patchbay/runtime/backoff';
import type { Clock } from '@patchbay/runtime/clock';

export interface BreakerOptions {
  /** Failures in a row after which nothing is sent for a while. Default 5. */
  readonly failures?: number;
  /** Milliseconds of the first suspension; doubles with each request that fails after one. Default 30,000. */
  readonly suspendMs?: number;
  /** Milliseconds of the longest suspension, also of one that `Retry-After` asks for. Default 300,000. */
  readonly maxSuspendMs?: number;
  readonly clock: Pick<Clock, 'uptime'>;
  /** From 0 to 1: each suspension is shortened by up to a fifth, so that the processes of a service do not all ask at once. */
  readonly random: () => number;
  /** `last` is the verdict that opened it. Not called when a probe fails. */
  readonly onOpen: (suspendedMs: number, last: HostFailure) => void;
  readonly onClose: () => void;
}

export interface HostFailure {
  readonly is: 'failed';
  /** The status of the answer, or why there was none. */
  readonly outcome: string;
  /** The pause that the host has asked for: once the breaker opens, it stays open for at least this long. */
  readonly retryAfterMs?: number | undefined;
}

/**
 * What a request says about its host. `answered`: the host works. `failed`: it does not. `unknown`: neither, because the request
 * was canceled or never sent.
 */
export type Verdict = { readonly is: 'answered' | 'unknown' } | HostFailure;

export interface Breaker {
  /** Milliseconds for which nothing may be sent; 0 if a request may be sent now. */
  suspendedMs(): number;
  /** Begins a request, after `suspendedMs` was 0. Returns the function that its verdict is told to. */
  begin(): (verdict: Verdict) => void;
  /** Whether the last requests failed. */
  readonly failing: boolean;
}

/** What others are told to wait while the one request after a suspension is under way. */
const probeWaitMs = 1_000;

/**
 * Stops requests to a host that fails. Closed, it counts failures in a row; at the limit it opens, and nothing is sent for a while.
 * After that one request is sent as a probe: it closes the breaker, or opens it again for twice the time.
 */
export function createBreaker({
  failures: limit = 5,
  suspendMs = 30_000,
  maxSuspendMs = 300_000,
  clock,
  random,
  onOpen,
  onClose,
}: BreakerOptions): Breaker {
  let failures = 0;
  let openings = 0;
  /** Set while it is open, and until a probe has succeeded. */
  let openUntil: number | undefined;
  let probing = false;

  const open = (last: HostFailure): void => {
    const backoff = backoffMs(openings, {
      min: suspendMs,
      max: Number.POSITIVE_INFINITY,
      jitter: 0.2,
      random,
    });
    const suspended = Math.min(maxSuspendMs, Math.max(backoff, last.retryAfterMs ?? 0));
    if (openUntil === undefined) onOpen(suspended, last);
    openings += 1;
    openUntil = clock.uptime() + suspended;
  };
  const close = (): void => {
    if (openUntil !== undefined) onClose();
    failures = 0;
    openings = 0;
    openUntil = undefined;
  };

  return {
    get failing() {
      return failures > 0 || openUntil !== undefined;
    },
    suspendedMs() {
      if (openUntil === undefined) return 0;
      return Math.max(openUntil - clock.uptime(), probing ? probeWaitMs : 0, 0);
    },
    begin() {
      const isProbe = openUntil !== undefined;
      probing ||= isProbe;
      return (verdict) => {
        if (isProbe) probing = false;
        // Sent before the breaker opened: says nothing about the time since.
        else if (openUntil !== undefined) return;
        if (verdict.is === 'answered') close();
        if (verdict.is !== 'failed') return;
        failures += 1;
        if (isProbe || failures >= limit) open(verdict);
      };
    },
  };
}
