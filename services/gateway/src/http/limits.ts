import type { Decision, LimitName, RateLimits } from '@patchbay/cache/rate-limits';
import { Failure } from '@patchbay/errors/failure';
import type { Operation } from '../operation/operation.ts';
import { addressKey } from './client-address.ts';
import type { Exchange } from './exchange.ts';
import { createRecentlySeen } from './recently-seen.ts';

const policy = ({ name, limit, windowSeconds }: Decision): string =>
  `"${name}";q=${limit};w=${windowSeconds}`;
const state = ({ name, remaining, resetSeconds }: Decision): string =>
  `"${name}";r=${remaining};t=${resetSeconds}`;

/** One member per limit that applied, as the IETF draft on rate limit headers has it. */
function tell(exchange: Exchange, decision: Decision): void {
  exchange.decisions.push(decision);
  exchange.response.setHeader('ratelimit-policy', exchange.decisions.map(policy).join(', '));
  exchange.response.setHeader('ratelimit', exchange.decisions.map(state).join(', '));
}

function refuse(exchange: Exchange, decision: Decision): never {
  if (!exchange.decisions.includes(decision)) tell(exchange, decision);
  throw new Failure('rate_limited', 'Too many requests. Try again later.', {
    internal: `limited by ${decision.name}`,
    retryAfterSeconds: decision.resetSeconds,
  });
}

export interface Limiter {
  /** Before a credential is looked up: an address with too many failures is refused without a lookup. */
  refuseGuessers(exchange: Exchange): Promise<void>;
  /** After a lookup that found nothing. Of guesses that come all at once, those beyond the limit are refused here. */
  guessed(exchange: Exchange): Promise<void>;
  /** A credential in a body that was refused: counted, though public operations refuse nobody for it. */
  credentialFailed(exchange: Exchange): Promise<void>;
  /** All sessions of a user count as one, each key by itself. */
  countCaller(exchange: Exchange): Promise<void>;
  /** Those of the operation's limits that need no input: before a body is read. */
  countAddress(exchange: Exchange, operation: Operation): Promise<void>;
  /** Those that count a key or a value of the input: once that is known to be valid. */
  countInput(exchange: Exchange, operation: Operation): Promise<void>;
}

/**
 * For so many milliseconds, and for so many addresses at most, `refuseGuessers` does not ask again about an address
 * without failed credentials: most never fail, and asking is a round trip to Redis before every lookup of a credential.
 * A failure that this process sees ends this for its address at once; one that only another process sees may be noticed
 * a second late.
 */
const withoutFailures = { ms: 1_000, max: 10_000 };

export function createLimiter(rateLimits: RateLimits): Limiter {
  const recentlyWithoutFailures = createRecentlySeen(withoutFailures.ms, withoutFailures.max);
  const consume = async (exchange: Exchange, name: LimitName, key: string): Promise<void> => {
    const decision = await rateLimits.consume(name, key);
    tell(exchange, decision);
    if (!decision.allowed) refuse(exchange, decision);
  };
  const failed = async (exchange: Exchange): Promise<Decision> => {
    const address = addressKey(exchange.ipAddress);
    const decision = await rateLimits.consume('failedCredentialPerAddress', address);
    // Not before `consume` is answered: every `peek` that was sent earlier is answered then, and cannot add it again.
    recentlyWithoutFailures.delete(address);
    return decision;
  };
  return {
    async refuseGuessers(exchange) {
      const address = addressKey(exchange.ipAddress);
      if (recentlyWithoutFailures.has(address)) return;
      const decision = await rateLimits.peek('failedCredentialPerAddress', address);
      if (!decision.allowed) refuse(exchange, decision);
      if (decision.remaining === decision.limit) recentlyWithoutFailures.add(address);
    },
    async guessed(exchange) {
      const decision = await failed(exchange);
      if (!decision.allowed) refuse(exchange, decision);
    },
    async credentialFailed(exchange) {
      await failed(exchange);
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
    async countInput(exchange, { limits = [] }) {
      for (const { name, per } of limits) {
        if (per === 'key') {
          if (exchange.caller?.type === 'api_key') await consume(exchange, name, exchange.caller.keyId);
        } else if (per !== 'address') await consume(exchange, name, per.of(exchange));
      }
    },
  };
}
