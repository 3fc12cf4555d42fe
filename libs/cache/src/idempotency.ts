import { randomUUID } from 'node:crypto';
import type { Logger } from '@patchbay/telemetry/logger';
import { createOwnClaims } from './own-claims.ts';
import type { RedisConnection } from './redis.ts';
import { createRedisBreaker } from './redis-breaker.ts';
import { type RepeatableRequest, type Seal, sealOf } from './sealed-answer.ts';
import { createSharedClaims } from './shared-claims.ts';

export type { RepeatableRequest } from './sealed-answer.ts';

/** How to proceed with a request that carries an idempotency key. */
export type Attempt =
  /** Handle the request, then call `keep` or `release` once. Neither rejects. */
  | {
      readonly state: 'first';
      /** Stores the answer for repetitions of the request. */
      readonly keep: (answer: string) => Promise<void>;
      /** Removes the claim, so that the request can be sent again. */
      readonly release: () => Promise<void>;
    }
  | { readonly state: 'answered'; readonly answer: string }
  | { readonly state: 'running' }
  | { readonly state: 'answered another body' };

export interface IdempotencyStore {
  begin(request: RepeatableRequest): Promise<Attempt>;
}

export interface IdempotencyOptions {
  /** Shared by all processes of a service. Default: each process keeps answers in its own memory. */
  readonly redis?: Pick<RedisConnection, 'client'>;
  readonly logger: Logger;
  /** Milliseconds after which the claim of a crashed process expires; must exceed any request. Default one minute. */
  readonly claimMs?: number;
  /** Milliseconds that an answer is kept. Default 24 hours. */
  readonly keepMs?: number;
}

const runningPrefix = 'running ';

const attemptOf = (seal: Seal, sealed: string): Attempt => {
  const answer = seal.open(sealed);
  return answer === undefined ? { state: 'answered another body' } : { state: 'answered', answer };
};

/**
 * Stores sealed answers by idempotency key. Every claim is made in the memory of the process, and also in Redis if there is
 * one: if Redis fails during a request, the same process still does not handle the request twice.
 */
export function createIdempotencyStore({
  redis,
  logger,
  claimMs = 60_000,
  keepMs = 86_400_000,
}: IdempotencyOptions): IdempotencyStore {
  const own = createOwnClaims();
  const shared = redis && createSharedClaims(redis.client);
  const breaker = createRedisBreaker(logger, {
    unreachable: 'answers to idempotency keys are kept in this process alone, redis is not reachable',
    restored: 'answers to idempotency keys are kept in redis again',
  });

  return {
    async begin(request) {
      const seal = sealOf(request);
      const { name } = seal;
      const known = own.read(name);
      if (known === 'running') return { state: 'running' };
      if (known !== undefined) return attemptOf(seal, known.sealed);

      own.claim(name);
      const claim = `${runningPrefix}${randomUUID()}`;
      const held = shared && (await breaker.run(() => shared.claim(name, claim, claimMs)))?.answer;
      if (typeof held === 'string') {
        own.release(name);
        return held.startsWith(runningPrefix) ? { state: 'running' } : attemptOf(seal, held);
      }
      return {
        state: 'first',
        async keep(answer) {
          const sealed = seal.seal(answer);
          const kept = shared && (await breaker.run(() => shared.keep(name, claim, sealed, keepMs)));
          if (kept === undefined) own.keep(name, sealed, keepMs);
          else own.release(name);
        },
        async release() {
          if (shared) await breaker.run(() => shared.release(name, claim));
          own.release(name);
        },
      };
    },
  };
}
