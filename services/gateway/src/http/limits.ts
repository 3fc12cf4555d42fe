import type { Decision, LimitName, RateLimits } from '@patchbay/cache/rate-limits';
import { Failure } from '@patchbay/errors/failure';
import type { Operation } from '../operations/operation.ts';
import { addressKey } from './client-address.ts';
import type { Exchange } from './exchange.ts';

const policy = ({ name, limit, windowSeconds }: Decision): string =>
  `"${name}";q=${limit};w=${windowSeconds}`;
const state = ({ name, remaining, resetSeconds }: Decision): string =>
  `"${name}";r=${remaining};t=${resetSeconds}`;

/** One member per limit that applied, as the IETF draft on rate limit headers has it. */
function tell(exchange: Exchange, decision: Decision): void {
  exchange.decisions.push(decision);
  exchange.setHeader('ratelimit-policy', exchange.decisions.map(policy).join(', '));
  exchange.setHeader('ratelimit', exchange.decisions.map(state).join(', '));
}

function refuse(exchange: Exchange, decision: Decision): never {
  if (!exchange.decisions.includes(decision)) tell(exchange, decision);
  throw new Failure('rate_limited', 'Too many requests. Try again later.', {
    internal: `limited by ${decision.name}`,
    retryAfterSeconds: decision.resetSeconds,
  });
}

export interface Limiter {
  /** Before a credential is looked up: an address that keeps guessing is refused without asking anyone. */
  refuseGuessers(exchange: Exchange): Promise<void>;
  credentialFailed(exchange: Exchange): Promise<void>;
  /** All sessions of a user count as one. */
  countCaller(exchange: Exchange): Promise<void>;
  /** Those of the operation's limits that need no input: before a body is read. */
  countAddress(exchange: Exchange, operation: Operation): Promise<void>;
  /** Those that count a value of the input: once it is known to be valid. */
  countInput(exchange: Exchange, operation: Operation): Promise<void>;
}

export function createLimiter(rateLimits: RateLimits): Limiter {
  const consume = async (exchange: Exchange, name: LimitName, key: string): Promise<void> => {
    const decision = await rateLimits.consume(name, key);
    tell(exchange, decision);
    if (!decision.allowed) refuse(exchange, decision);
  };
  return {
    async refuseGuessers(exchange) {
      const decision = await rateLimits.peek('failedCredentialPerAddress', addressKey(exchange.ipAddress));
      if (!decision.allowed) refuse(exchange, decision);
    },
    async credentialFailed(exchange) {
      await rateLimits.consume('failedCredentialPerAddress', addressKey(exchange.ipAddress));
    },
    async countCaller(exchange) {
      if (exchange.caller) await consume(exchange, 'requestPerCaller', exchange.caller.user.id);
    },
    async countAddress(exchange, { limits = [] }) {
      for (const { name, per } of limits) {
        if (per === 'address') await consume(exchange, name, addressKey(exchange.ipAddress));
      }
    },
    async countInput(exchange, { limits = [] }) {
      for (const { name, per } of limits) {
        if (per !== 'address') await consume(exchange, name, per.of(exchange));
      }
    },
  };
}
