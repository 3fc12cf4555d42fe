import type { Logger } from '@patchbay/telemetry/logger';
import { count } from '@patchbay/telemetry/metrics';
import { type Counted, isFromMemory } from './counted.ts';

/**
 * Whether limits are counted in Redis: the change in either direction is logged once. While one node of a cluster is away, some
 * calls are answered and others are not: Redis counts again when all calls of some time were answered.
 */
export interface Fallback {
  /** Redis did not answer a call, so that this process answered it. */
  notAnswered(): void;
  /** A request was counted in this process: by such a call, or by a block that one has reserved. */
  countedHere(): void;
  /** Redis answered, unless the refusal came from memory. */
  answered(counted: Counted): void;
}

/** How long no call may have gone unanswered. */
const quietMs = 2_000;

export function createFallback(logger: Logger): Fallback {
  let unreachable = false;
  /** By `performance.now()`. */
  let lastUnanswered = 0;
  return {
    notAnswered() {
      if (!unreachable) logger.warn('limits are counted in this process alone, redis is not reachable');
      unreachable = true;
      lastUnanswered = performance.now();
    },
    countedHere() {
      count('rateLimitFallback', 1);
    },
    answered(counted) {
      if (!unreachable || isFromMemory(counted) || performance.now() - lastUnanswered < quietMs) return;
      logger.info('limits are counted in redis again');
      unreachable = false;
    },
  };
}
