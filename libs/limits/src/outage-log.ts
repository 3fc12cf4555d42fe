import type { Clock } from '@patchbay/runtime/clock';
import type { Logger } from '@patchbay/telemetry/logger';
import { count, startAtZero } from '@patchbay/telemetry/metrics';

/** Milliseconds without a failed call after which Redis counts as recovered. */
const recoveryMs = 2_000;

export interface OutageLog {
  failed(error: unknown): void;
  answered(): void;
}

/**
 * Logs once when Redis stops answering and once when it has recovered. While one node of a cluster is down, some calls are answered and
 * others are not: the recovery is logged when no call failed for `recoveryMs`.
 */
export function createOutageLog(
  counted: 'limits' | 'turns and shares',
  logger: Logger,
  clock: Pick<Clock, 'uptime'>,
): OutageLog {
  startAtZero('rateLimitFallback');
  let lastFailure: number | undefined;
  return {
    failed(error) {
      if (lastFailure === undefined)
        logger.warn({ err: error }, `${counted} are counted in this process alone, redis is not reachable`);
      lastFailure = clock.uptime();
      count('rateLimitFallback', 1);
    },
    answered() {
      if (lastFailure === undefined || clock.uptime() - lastFailure < recoveryMs) return;
      lastFailure = undefined;
      logger.info(`${counted} are counted in redis again`);
    },
  };
}
