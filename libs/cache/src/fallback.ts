import type { Logger } from '@patchbay/telemetry/logger';
import { count } from '@patchbay/telemetry/metrics';
import { type Counted, isFromMemory } from './counted.ts';

/** Whether limits are counted in Redis: the change in either direction is logged once. */
export interface Fallback {
  /** Redis did not answer a call, so that this process answered it. */
  notAnswered(): void;
  /** A request was counted in this process: by such a call, or by a block that one has reserved. */
  countedHere(): void;
  /** Redis answered, unless the refusal came from memory. */
  answered(counted: Counted): void;
}

export function createFallback(logger: Logger): Fallback {
  let unreachable = false;
  return {
    notAnswered() {
      if (!unreachable) logger.warn('limits are counted in this process alone, redis is not reachable');
      unreachable = true;
    },
    countedHere() {
      count('rateLimitFallback', 1);
    },
    answered(counted) {
      if (!unreachable || isFromMemory(counted)) return;
      logger.info('limits are counted in redis again');
      unreachable = false;
    },
  };
}
