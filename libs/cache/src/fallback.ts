import type { Logger } from '@patchbay/telemetry/logger';
import { count, tally } from '@patchbay/telemetry/metrics';
import { type Counted, isFromMemory } from './counted.ts';

/**
 * What decided about a request. `reserved`: what this process had from Redis already, a block or a refusal. `redis`: a call to Redis.
 * `process`: this process alone.
 */
export type DecisionSource = 'reserved' | 'redis' | 'process';

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
  /** Counts a decision. */
  decided(source: DecisionSource): void;
}

/** How long no call may have gone unanswered. */
const quietMs = 2_000;

/** `hasRedis`: default true. Without it, the process decides everything, and nothing is missing. */
export function createFallback(logger: Logger, hasRedis = true): Fallback {
  const ofSource = (source: DecisionSource) => tally('rateLimitDecisions', { source });
  const decisions = {
    reserved: ofSource('reserved'),
    redis: ofSource('redis'),
    process: ofSource('process'),
  };
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
    decided(source) {
      decisions[hasRedis ? source : 'process'].value += 1;
    },
  };
}
