import type { Principal } from '@patchbay/access/caller';
import { Failure, type FailureCode, toFailure } from '@patchbay/errors/failure';
import { statusOf } from '@patchbay/errors/problem';
import { addressKey } from '@patchbay/http/client-address';
import type { Decision, LimitName, RateLimits, ReturnableLimitName } from '@patchbay/limits/rate-limits';
import { sharedBounds } from '@patchbay/limits/shared-bounds';
import type { SharedCounts } from '@patchbay/limits/shared-counts';
import { createSharedTurns } from '@patchbay/limits/shared-turns';
import { type Clock, systemClock } from '@patchbay/runtime/clock';
import type { Exchange } from '../request/exchange.ts';
import { type Creating, idempotencyKeyOf } from '../request/idempotency.ts';
import { callerIdOf, type Permitted, type Validated } from '../request/stages.ts';
import type { Services } from '../services.ts';
import { type AnyInputLimit, type Limited, limitsOf } from './limit.ts';

const policyOf = ({ name, limit, windowSeconds }: Decision): string =>
  `"${name}";q=${limit};w=${windowSeconds}`;
const stateOf = ({ name, remaining, resetSeconds }: Decision): string =>
  `"${name}";r=${remaining};t=${resetSeconds}`;

/** Sets the `RateLimit` headers: one member per limit, as in the IETF draft on rate limit headers. */
function setHeaders({ response, decisions }: Exchange): void {
  const headers = { 'ratelimit-policy': policyOf, ratelimit: stateOf };
  for (const [name, text] of Object.entries(headers)) {
    if (decisions.length === 0) response.removeHeader(name);
    else response.setHeader(name, decisions.map(text).join(', '));
  }
}

/** Adds the decision to the answer; throws a 429 where it refuses the request. */
function settle(exchange: Exchange, decision: Decision): void {
  exchange.decisions.push(decision);
  setHeaders(exchange);
  if (decision.allowed) return;
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
  readonly countsRefused: boolean;
  readonly decision: Decision;
}

/** The key of the counter; undefined where a limit per API key does not count the request of a session. */
function counterKey(
  per: AnyInputLimit['per'],
  permitted: Permitted,
  services: Services,
): string | undefined | Promise<string> {
  if (per !== 'key') return per.of(permitted, services);
  return permitted.caller?.type === 'api_key' ? permitted.caller.keyId : undefined;
}

/** After these it is unknown whether something was created: a client repeats the request with its Idempotency-Key. */
const outages: ReadonlySet<FailureCode> = new Set(['unavailable', 'timeout']);

/** What a request has counted, and may not have to. */
export interface InputCounts {
  /** Gives all of them back: those of a replay, which creates nothing. */
  giveBack(): Promise<void>;
  /** Gives back what a request with this failure does not count for. */
  giveBackAfter(failure: unknown): Promise<void>;
}

/** An attempt that a provider may refuse. The next one of its counter waits until it is disposed. */
export interface Attempt extends Disposable {
  /** Counts the refusal of the provider. */
  countRefusal(): Promise<void>;
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
  countCaller(exchange: Exchange, caller: Principal | undefined): Promise<void>;
  /** Counts the operation's limits per address; runs before the body is read. */
  countAddress(exchange: Exchange, operation: Limited): Promise<void>;
  /** Counts the operation's limits per path parameter; to be called after validation. */
  countParameters(validated: Validated, operation: Limited): Promise<void>;
  /**
   * Counts the operation's limits per key and per value of the input; to be called after validation. A value of the input may name
   * somebody else, by an address for example. What is refused (4xx) has done nothing to them, so the counts per value are given
   * back: otherwise refused requests, which anybody can send, would use up their limit. Counts per address and per key remain,
   * and those of limits with `countsRefused`.
   *
   * Counts per value and per key are given back where an outage fails a request with an Idempotency-Key, because the client
   * is to repeat it and the repetition is counted; and those of a replay. What was created although an outage failed the request
   * is therefore not counted once it is replayed.
   */
  countInput(permitted: Permitted, operation: Limited & Creating, services: Services): Promise<InputCounts>;
  /**
   * Begins an attempt of an operation with a limit on refusals, undefined for others; refuses it where the limit is reached. Of the
   * attempts that share a counter a few run at once, over all processes, and each is checked when its turn comes: so many concurrent
   * ones exceed the limit only by those few.
   */
  beginAttempt(permitted: Permitted, operation: Limited, services: Services): Promise<Attempt | undefined>;
}

/** Of attempts that a provider may refuse. */
const refusalTurns = { bound: sharedBounds.refusableAttempts, maxWaiting: 100 };
const refusalTimeoutMs = 15_000;

/**
 * For `ms` milliseconds, and for at most `max` addresses, `refuseAfterFailures` does not check an address again that had no
 * failed credentials: most addresses never have any, and a check is a round trip to Redis before every lookup. A failure
 * that this process counts ends this for the address at once; one that another process counts may take effect `ms` late.
 */
const withoutFailures = { ms: 1_000, max: 10_000 };

interface LimiterOptions {
  /** Default: each process counts alone. */
  readonly counts?: SharedCounts | undefined;
  readonly clock?: Clock;
}

/** Counts requests. The answer tells each count in its `RateLimit` headers. */
export function createLimiter(
  rateLimits: RateLimits,
  { counts, clock = systemClock }: LimiterOptions = {},
): Limiter {
  /** Until when an address is taken to have no failed credentials, in milliseconds of the uptime. */
  const withoutFailuresUntil = new Map<string, number>();

  const turns = createSharedTurns({
    ...refusalTurns,
    counts,
    clock,
    refusal: (cause) =>
      new Failure('unavailable', 'Too many attempts are running. Try again.', {
        cause,
        retryAfterSeconds: 1,
      }),
  });

  const consume = async (exchange: Exchange, name: LimitName, key: string): Promise<void> =>
    settle(exchange, await rateLimits.consume(name, key));

  const consumeFailure = async ({ ipAddress }: Exchange): Promise<Decision> => {
    const address = addressKey(ipAddress);
    const decision = await rateLimits.consume('failedCredentialPerAddress', address);
    // After `consume` has been answered: by then every earlier `peek` of this process has been answered too, and cannot add
    // the address again.
    withoutFailuresUntil.delete(address);
    return decision;
  };

  return {
    async refuseAfterFailures(exchange) {
      const address = addressKey(exchange.ipAddress);
      const now = clock.uptime();
      if ((withoutFailuresUntil.get(address) ?? 0) > now) return;
      const decision = await rateLimits.peek('failedCredentialPerAddress', address);
      if (!decision.allowed) settle(exchange, decision);
      if (decision.remaining < decision.limit) return;
      if (withoutFailuresUntil.size >= withoutFailures.max) withoutFailuresUntil.clear();
      withoutFailuresUntil.set(address, now + withoutFailures.ms);
    },
    async countFailureOrRefuse(exchange) {
      const decision = await consumeFailure(exchange);
      if (!decision.allowed) settle(exchange, decision);
    },
    async countFailure(exchange) {
      await consumeFailure(exchange);
    },
    async countCaller(exchange, caller) {
      const callerId = callerIdOf(caller);
      if (callerId !== undefined) await consume(exchange, 'requestPerCaller', callerId);
    },
    async countAddress(exchange, operation) {
      for (const { name, per } of limitsOf(operation)) {
        if (per === 'address') await consume(exchange, name, addressKey(exchange.ipAddress));
      }
    },
    async countParameters({ exchange, params }, operation) {
      for (const { name, per } of limitsOf(operation)) {
        if (typeof per === 'object' && 'parameter' in per)
          await consume(exchange, name, String(params[per.parameter]));
      }
    },
    async countInput(permitted, operation, services) {
      const { exchange } = permitted;
      const counted: Counted[] = [];
      const giveBack = async (those: readonly Counted[]): Promise<void> => {
        for (const { name, key, decision } of those) {
          await rateLimits.giveBack(name, key);
          // The decision that refuses the request stays in the headers of the 429.
          if (decision.allowed) exchange.decisions.splice(exchange.decisions.indexOf(decision), 1);
        }
        if (!exchange.response.headersSent) setHeaders(exchange);
      };
      const giveBackAfter = async (failure: unknown): Promise<void> => {
        const { code } = toFailure(failure);
        const [status] = statusOf[code];
        if (status < 500)
          await giveBack(counted.filter(({ per, countsRefused }) => per === 'value' && !countsRefused));
        else if (outages.has(code) && idempotencyKeyOf(exchange, operation) !== undefined)
          await giveBack(counted);
      };
      try {
        const asked: Omit<Counted, 'decision'>[] = [];
        for (const limit of limitsOf(operation)) {
          if (limit.per !== 'key' && (limit.per === 'address' || !('of' in limit.per))) continue;
          const { name, per, countsRefused = false } = limit as AnyInputLimit;
          const key = await counterKey(per, permitted, services);
          if (key !== undefined)
            asked.push({ name, key, per: per === 'key' ? 'key' : 'value', countsRefused });
        }
        // All are sent to Redis before its first answer: one round trip.
        const decisions = await Promise.all(asked.map(({ name, key }) => rateLimits.consume(name, key)));
        const all = asked.map((each, index) => ({ ...each, decision: decisions[index] as Decision }));
        const refusing = all.findIndex(({ decision }) => !decision.allowed);
        counted.push(...(refusing < 0 ? all : all.slice(0, refusing + 1)));
        // Those behind the one that refuses do not count.
        for (const { name, key } of all.slice(counted.length)) await rateLimits.giveBack(name, key);
        for (const { decision } of counted) settle(exchange, decision);
      } catch (thrown) {
        await giveBackAfter(thrown);
        throw thrown;
      }
      return { giveBack: () => giveBack(counted.splice(0)), giveBackAfter };
    },
    async beginAttempt(permitted, operation, services) {
      const { exchange } = permitted;
      for (const { name, per } of limitsOf(operation)) {
        if (typeof per !== 'object' || !('refusalsOf' in per)) continue;
        const key = await per.refusalsOf(permitted, services);
        using held = new DisposableStack();
        const turn = await turns.take(`${name} ${key}`, { timeoutMs: refusalTimeoutMs });
        held.defer(() => turn.release());
        const decision = await rateLimits.peek(name, key);
        settle(exchange, decision);
        const attempt = held.move();
        return {
          async countRefusal() {
            const counted = await rateLimits.consume(name, key);
            exchange.decisions.splice(exchange.decisions.indexOf(decision), 1, counted);
            setHeaders(exchange);
          },
          [Symbol.dispose]: () => attempt.dispose(),
        };
      }
      return undefined;
    },
  };
}
