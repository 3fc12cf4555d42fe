import { Failure, type FailureCode, toFailure } from '@patchbay/errors/failure';
import { statusOf } from '@patchbay/errors/problem';
import { addressKey } from '@patchbay/http/client-address';
import type { Decision, LimitName, RateLimits, ReturnableLimitName } from '@patchbay/limits/rate-limits';
import type { Operation } from '../operation/operation.ts';
import type { Services } from '../operation/services.ts';
import type { Exchange } from './exchange.ts';
import { idempotencyKeyOf } from './idempotency.ts';
import {
  createLimitsByStage,
  type InputLimit,
  type LimitsByStage,
  type ParameterLimit,
} from './limits-by-stage.ts';
import { createRecentlySeen } from './recently-seen.ts';

function refuse({ decisions }: Exchange, decision: Decision): never {
  if (!decisions.includes(decision)) decisions.push(decision);
  throw new Failure('rate_limited', 'Too many requests. Try again later.', {
    internal: `limited by ${decision.name}`,
    retryAfterSeconds: decision.resetSeconds,
  });
}

/** A count of `countInput`. */
interface Counted {
  readonly name: ReturnableLimitName;
  readonly key: string;
  readonly per: 'key' | 'value';
  readonly decision: Decision;
}

/** The key of the counter; undefined where a limit per API key does not count the request of a session. */
function counterKey(
  per: InputLimit['per'],
  exchange: Exchange,
  services: Services,
): string | undefined | Promise<string> {
  if (per !== 'key') return per.of(exchange, services);
  return exchange.caller?.type === 'api_key' ? exchange.caller.keyId : undefined;
}

/** After these it is unknown whether something was created: a client repeats the request with its Idempotency-Key. */
const outages: ReadonlySet<FailureCode> = new Set(['unavailable', 'timeout']);

const nothingToGiveBack = async (): Promise<void> => {};

export interface Limiter {
  /** To be called before a lookup: refuses an address that has reached `failedCredentialPerAddress`, without counting. */
  refuseAfterFailures(exchange: Exchange): void | Promise<void>;
  /**
   * To be called after a failed lookup: counts it, and refuses beyond the limit, because concurrent requests may all have
   * passed `refuseAfterFailures`.
   */
  countFailureOrRefuse(exchange: Exchange): Promise<void>;
  /** Counts a wrong credential in a body. Never refuses: public operations do not check this limit. */
  countFailure(exchange: Exchange): Promise<void>;
  /** Counts `requestPerCaller`: all sessions of a user together, each API key by itself. */
  countCaller(exchange: Exchange): void | Promise<void>;
  /** Counts the operation's limits per address; runs before the body is read. */
  countAddress(exchange: Exchange, operation: Operation): void | Promise<void>;
  /** Counts the operation's limits per path parameter; to be called after validation. */
  countParameters(exchange: Exchange, operation: Operation): void | Promise<void>;
  /**
   * Counts the operation's limits per key and per value of the input, and runs `work`; to be called after validation. A value
   * of the input may name somebody else, by an address for example. What is refused (4xx) has done nothing to them, so the
   * counts per value are given back: otherwise refused requests, which anybody can send, would use up their limit. Counts
   * per address and per key remain.
   *
   * Counts per value and per key are given back where an outage fails a request with an Idempotency-Key, because the client
   * is to repeat it and the repetition is counted; and when `work` calls `giveBack`, as it does for a replay, which creates
   * nothing. What was created although an outage failed the request is therefore not counted once it is replayed.
   */
  countInput(
    exchange: Exchange,
    operation: Operation,
    services: Services,
    work: (giveBack: () => Promise<void>) => Promise<void>,
  ): Promise<void>;
}

/**
 * For `ms` milliseconds, and for at most `max` addresses, `refuseAfterFailures` does not check an address again that had no
 * failed credentials: most addresses never have any, and a check is a round trip to Redis before every lookup. A failure
 * that this process counts ends this for the address at once; one that another process counts may take effect `ms` late.
 */
const withoutFailures = { ms: 1_000, max: 10_000 };

/**
 * Most requests are decided from memory: methods that find nothing to wait for return no promise, which `await` accepts and which
 * saves several promises per request.
 */
export function createLimiter(rateLimits: RateLimits): Limiter {
  const recentlyWithoutFailures = createRecentlySeen(withoutFailures.ms, withoutFailures.max);
  const limitsByStage = createLimitsByStage();
  const settle = (exchange: Exchange, decision: Decision): void => {
    exchange.decisions.push(decision);
    if (!decision.allowed) refuse(exchange, decision);
  };
  const consumeOrRefuse = (exchange: Exchange, name: LimitName, key: string): void | Promise<void> => {
    const decision = rateLimits.consume(name, key);
    if (!(decision instanceof Promise)) return settle(exchange, decision);
    return decision.then((decided) => settle(exchange, decided));
  };
  const consumeFailure = async (exchange: Exchange): Promise<Decision> => {
    const address = addressKey(exchange.ipAddress);
    const decision = await rateLimits.consume('failedCredentialPerAddress', address);
    // After `consume` has been answered: by then every earlier `peek` of this process has been answered too, and cannot add
    // the address again.
    recentlyWithoutFailures.delete(address);
    return decision;
  };
  const peekOrRefuse = async (exchange: Exchange, address: string): Promise<void> => {
    const decision = await rateLimits.peek('failedCredentialPerAddress', address);
    if (!decision.allowed) refuse(exchange, decision);
    if (decision.remaining === decision.limit) recentlyWithoutFailures.add(address);
  };
  const countAddressLimits = async (exchange: Exchange, limits: LimitsByStage['address']): Promise<void> => {
    const key = addressKey(exchange.ipAddress);
    for (const { name } of limits) await consumeOrRefuse(exchange, name, key);
  };
  const countParameterLimits = async (
    exchange: Exchange,
    limits: readonly ParameterLimit[],
  ): Promise<void> => {
    for (const { name, per } of limits)
      await consumeOrRefuse(exchange, name, String(exchange.params[per.parameter]));
  };
  const countInputLimits = async (
    exchange: Exchange,
    operation: Operation,
    limits: readonly InputLimit[],
    services: Services,
    work: Parameters<Limiter['countInput']>[3],
  ): Promise<void> => {
    const counted: Counted[] = [];
    const giveBack = async (those: readonly Counted[]): Promise<void> => {
      for (const { name, key, decision } of those) {
        await rateLimits.giveBack(name, key);
        // The decision that refuses the request stays in the headers of the 429.
        if (decision.allowed) exchange.decisions.splice(exchange.decisions.indexOf(decision), 1);
      }
    };
    try {
      for (const { name, per } of limits) {
        const key = await counterKey(per, exchange, services);
        if (key === undefined) continue;
        const decision = await rateLimits.consume(name, key);
        exchange.decisions.push(decision);
        counted.push({ name, key, per: per === 'key' ? 'key' : 'value', decision });
        if (!decision.allowed) refuse(exchange, decision);
      }
      await work(() => giveBack(counted.splice(0)));
    } catch (thrown) {
      const { code } = toFailure(thrown);
      const [status] = statusOf[code];
      if (status < 500) await giveBack(counted.filter(({ per }) => per === 'value'));
      else if (outages.has(code) && idempotencyKeyOf(exchange, operation) !== undefined)
        await giveBack(counted);
      throw thrown;
    }
  };
  return {
    refuseAfterFailures(exchange) {
      const address = addressKey(exchange.ipAddress);
      return recentlyWithoutFailures.has(address) ? undefined : peekOrRefuse(exchange, address);
    },
    async countFailureOrRefuse(exchange) {
      const decision = await consumeFailure(exchange);
      if (!decision.allowed) refuse(exchange, decision);
    },
    async countFailure(exchange) {
      await consumeFailure(exchange);
    },
    countCaller(exchange) {
      const { caller } = exchange;
      if (caller === undefined) return undefined;
      const id = caller.type === 'api_key' ? caller.keyId : caller.userId;
      return consumeOrRefuse(exchange, 'requestPerCaller', id);
    },
    countAddress(exchange, operation) {
      const { address: limits } = limitsByStage(operation);
      return limits.length === 0 ? undefined : countAddressLimits(exchange, limits);
    },
    countParameters(exchange, operation) {
      const { parameters: limits } = limitsByStage(operation);
      return limits.length === 0 ? undefined : countParameterLimits(exchange, limits);
    },
    countInput(exchange, operation, services, work) {
      const { input: limits } = limitsByStage(operation);
      return limits.length === 0
        ? work(nothingToGiveBack)
        : countInputLimits(exchange, operation, limits, services, work);
    },
  };
}
