import { backoffMs } from '@patchbay/runtime/backoff';
import type { Clock } from '@patchbay/runtime/clock';

export interface BreakerOptions {
  /** Failed connections in a row after which nothing is sent for a while. Default 5. */
  readonly failures?: number;
  /** Milliseconds of the first suspension; doubles with each request that fails after one. Default 30,000. */
  readonly suspendMs?: number;
  /** Milliseconds of the longest suspension. Default 300,000. */
  readonly maxSuspendMs?: number;
  readonly clock: Pick<Clock, 'uptime'>;
  /** From 0 to 1: each suspension is shortened by up to a fifth, so that the processes of a service do not all ask at once. */
  readonly random: () => number;
  /** Not called when a probe fails. */
  readonly onOpen: (suspendedMs: number) => void;
  readonly onClose: () => void;
}

/**
 * What a request tells about its host. `connected`: it can be reached, whatever it answers. `failed`: it cannot. `unknown`: neither,
 * because the request ended before there was a connection.
 */
export type Verdict = 'connected' | 'failed' | 'unknown';

export interface Breaker {
  /** Milliseconds for which nothing may be sent; 0 if a request may be sent now. */
  suspendedMs(): number;
  /**
   * Begins a request, after `suspendedMs` was 0. Returns the function that its verdict is told to; only the first one counts.
   * `organization`: whose request it is. Undefined: one of the platform itself.
   */
  begin(organization?: string): (verdict: Verdict) => void;
  /** Whether the last requests failed. */
  readonly failing: boolean;
}

/** Milliseconds that other requests are told to wait while the probe after a suspension runs. */
const probeWaitMs = 1_000;

/**
 * Organizations whose connections must have failed before the breaker opens: one organization alone must not suspend the host for others.
 */
const minOrganizations = 2;

/**
 * Stops requests to a host that cannot be reached. Closed, it counts failed connections in a row; at the limit it opens, and nothing is
 * sent for a while. After that one request is sent as a probe: it closes the breaker, or opens it again for twice the time. Answers
 * count for nothing, because a tenant could cause them: an outage of one account, or a request that takes long.
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
  /** Organizations whose connections failed; undefined stands for the platform itself. */
  const failedFor = new Set<string | undefined>();
  let openings = 0;
  /** Set while it is open, and until a probe has succeeded. */
  let openUntil: number | undefined;
  let probing = false;

  const open = (): void => {
    const suspended = Math.min(
      maxSuspendMs,
      backoffMs(openings, { min: suspendMs, max: Number.POSITIVE_INFINITY, jitter: 0.2, random }),
    );
    if (openUntil === undefined) onOpen(suspended);
    openings += 1;
    openUntil = clock.uptime() + suspended;
  };
  const close = (): void => {
    if (openUntil !== undefined) onClose();
    failures = 0;
    failedFor.clear();
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
    begin(organization) {
      const isProbe = openUntil !== undefined;
      probing ||= isProbe;
      let isTold = false;
      return (verdict) => {
        if (isTold) return;
        isTold = true;
        if (isProbe) probing = false;
        // Sent before the breaker opened: says nothing about the time since.
        else if (openUntil !== undefined) return;
        if (verdict === 'connected') close();
        if (verdict !== 'failed') return;
        failures += 1;
        if (failedFor.size < minOrganizations) failedFor.add(organization);
        const isForAll = failedFor.has(undefined) || failedFor.size >= minOrganizations;
        if (isProbe || (failures >= limit && isForAll)) open();
      };
    },
  };
}
