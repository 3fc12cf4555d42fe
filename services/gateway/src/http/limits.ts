import type { Decision, LimitName, RateLimits } from '@patchbay/cache/rate-limits';
import { Failure } from '@patchbay/errors/failure';
import type { Operation } from '../operation/operation.ts';
import type { Services } from '../operation/services.ts';
import { addressKey } from './client-address.ts';
import type { Exchange } from './exchange.ts';
import { createRecentlySeen } from './recently-seen.ts';

const policy = ({ name, limit, windowSeconds }: Decision): string =>
  `"${name}";q=${limit};w=${windowSeconds}`;
const state = ({ name, remaining, resetSeconds }: Decision): string =>
  `"${name}";r=${remaining};t=${resetSeconds}`;

/** Adds the decision to the `RateLimit` headers: one member per limit, as in the IETF draft on rate limit headers. */
function setRateLimitHeaders(exchange: Exchange, decision: Decision): void {
  exchange.decisions.push(decision);
  exchange.response.setHeader('ratelimit-policy', exchange.decisions.map(policy).join(', '));
  exchange.response.setHeader('ratelimit', exchange.decisions.map(state).join(', '));
}

function refuse(exchange: Exchange, decision: Decision): never {
  if (!exchange.decisions.includes(decision)) setRateLimitHeaders(exchange, decision);
  throw new Failure('rate_limited', 'Too many requests. Try again later.', {
    internal: `limited by ${decision.name}`,
    retryAfterSeconds: decision.resetSeconds,
  });
}

export interface Limiter {
  /** To be called before a lookup: refuses an address that has reached `failedCredentialPerAddress`, without counting. */
  refuseAfterFailures(exchange: Exchange): Promise<void>;
  /**
   * To be called after a failed lookup: counts it, and refuses beyond the limit, because concurrent requests may all have
   * passed `refuseAfterFailures`.
   */
  countFailureOrRefuse(exchange: Exchange): Promise<void>;
  /** Counts a wrong credential in a body. Never refuses: public operations do not check this limit. */
  countFailure(exchange: Exchange): Promise<void>;
  /** Counts `requestPerCaller`: all sessions of a user together, each API key by itself. */
  countCaller(exchange: Exchange): Promise<void>;
  /** Counts the operation's limits per address; runs before the body is read. */
  countAddress(exchange: Exchange, operation: Operation): Promise<void>;
  /** Counts the operation's limits per key and per value of the input; runs after validation. */
  countInput(exchange: Exchange, operation: Operation, services: Services): Promise<void>;
}

/**
 * For `ms` milliseconds, and for at most `max` addresses, `refuseAfterFailures` does not check an address again that had no
 * failed credentials: most addresses never have any, and a check is a round trip to Redis before every lookup. A failure
 * that this process counts ends this for the address at once; one that another process counts may take effect `ms` late.
 */
const withoutFailures = { ms: 1_000, max: 10_000 };

export function createLimiter(rateLimits: RateLimits): Limiter {
  const recentlyWithoutFailures = createRecentlySeen(withoutFailures.ms, withoutFailures.max);
  const consume = async (exchange: Exchange, name: LimitName, key: string): Promise<void> => {
    const decision = await rateLimits.consume(name, key);
    setRateLimitHeaders(exchange, decision);
    if (!decision.allowed) refuse(exchange, decision);
  };
  const consumeFailure = async (exchange: Exchange): Promise<Decision> => {
    const address = addressKey(exchange.ipAddress);
    const decision = await rateLimits.consume('failedCredentialPerAddress', address);
    // After `consume` has been answered: by then every earlier `peek` of this process has been answered too, and cannot add
    // the address again.
    recentlyWithoutFailures.delete(address);
    return decision;
  };
  return {
    async refuseAfterFailures(exchange) {
      const address = addressKey(exchange.ipAddress);
      if (recentlyWithoutFailures.has(address)) return;
      const decision = await rateLimits.peek('failedCredentialPerAddress', address);
      if (!decision.allowed) refuse(exchange, decision);
      if (decision.remaining === decision.limit) recentlyWithoutFailures.add(address);
    },
    async countFailureOrRefuse(exchange) {
      const decision = await consumeFailure(exchange);
      if (!decision.allowed) refuse(exchange, decision);
    },
    async countFailure(exchange) {
      await consumeFailure(exchange);
    },
    async countCaller(exchange) {
      const { caller } = exchange;
      if (caller === undefined) return;
      const id = caller.type === 'api_key' ? caller.keyId : caller.userId;
      await consume(exchange, 'requestPerCaller', id);
    },
    async countAddress(exchange, { limits = [] }) {
      for (const { name, per } of limits) {
        if (per === 'address') await consume(exchange, name, addressKey(exchange.ipAddress));
      }
    },
    async countInput(exchange, { limits = [] }, services) {
      for (const { name, per } of limits) {
        if (per === 'key') {
          if (exchange.caller?.type === 'api_key') await consume(exchange, name, exchange.caller.keyId);
        } else if (per !== 'address') await consume(exchange, name, await per.of(exchange, services));
      }
    },
  };
}
