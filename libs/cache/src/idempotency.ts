import { randomUUID } from 'node:crypto';
import type { Logger } from '@patchbay/telemetry/logger';
import { createOwnClaims } from './own-claims.ts';
import type { RedisConnection } from './redis.ts';
import { type RepeatableRequest, type Seal, sealOf } from './sealed-answer.ts';
import { createShared } from './shared.ts';
import { createSharedClaims } from './shared-claims.ts';

export type { RepeatableRequest } from './sealed-answer.ts';

/** What a request is to do that carries an idempotency key. */
export type Attempt =
  /** Go ahead, then call one of the two, once. Neither rejects. */
  | {
      readonly state: 'first';
      /** Gives this answer to those who ask again. */
      readonly keep: (answer: string) => Promise<void>;
      /** Frees the key. */
      readonly release: () => Promise<void>;
    }
  | { readonly state: 'answered'; readonly answer: string }
  | { readonly state: 'running' }
  | { readonly state: 'answered another body' };

export interface IdempotencyStore {
  begin(request: RepeatableRequest): Promise<Attempt>;
}

export interface IdempotencyOptions {
  /** Shared by all processes of a service. Default: each process keeps answers by itself. */
  readonly redis?: Pick<RedisConnection, 'client'>;
  readonly logger: Logger;
  /** Milliseconds after which the claim of a process that died is void; no request takes this long. Default one minute. */
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
 * Answers by idempotency key, sealed. A claim is always made in the process, and in Redis too where there is one: a Redis
 * that goes away under a request does not let the same process begin it twice.
 */
export function createIdempotencyStore({
  redis,
  logger,
  claimMs = 60_000,
  keepMs = 86_400_000,
}: IdempotencyOptions): IdempotencyStore {
  const own = createOwnClaims();
  const shared = redis && createSharedClaims(redis.client);
  const inRedis = createShared(logger, {
    away: 'answers to idempotency keys are kept in this process alone, redis is not reachable',
    back: 'answers to idempotency keys are kept in redis again',
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
      const held = shared && (await inRedis.ask(() => shared.claim(name, claim, claimMs)))?.answer;
      if (typeof held === 'string') {
        own.release(name);
        return held.startsWith(runningPrefix) ? { state: 'running' } : attemptOf(seal, held);
      }
      return {
        state: 'first',
        async keep(answer) {
          const sealed = seal.seal(answer);
          const kept = shared && (await inRedis.ask(() => shared.keep(name, claim, sealed, keepMs)));
          if (kept === undefined) own.keep(name, sealed, keepMs);
          else own.release(name);
        },
        async release() {
          if (shared) await inRedis.ask(() => shared.release(name, claim));
          own.release(name);
        },
      };
    },
  };
}
