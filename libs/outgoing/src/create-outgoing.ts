import { internal } from '@patchbay/errors/failure';
import { type Clock, systemClock } from '@patchbay/runtime/clock';
import type { Component } from '@patchbay/runtime/component';
import { attributes } from '@patchbay/telemetry/attributes';
import type { Logger } from '@patchbay/telemetry/logger';
import { observe, set } from '@patchbay/telemetry/metrics';
import { inSpan, SpanKind, tracerOf } from '@patchbay/telemetry/span';
import { spanTable } from '@patchbay/telemetry/span-table';
import {
  createGuardedLookup,
  type Destination,
  destinationOf,
  originOf,
  type Resolve,
  resolveName,
} from './address-guard.ts';
import type { BreakerOptions } from './breaker.ts';
import { createHost, type Host, type HostLimits } from './host.ts';
import { type Outgoing, OutgoingError, type OutgoingRequest, type StreamedRequest } from './outgoing.ts';

/** Logs and measures the breakers of a client; called for each target at each host. */
export type WatchBreaker = (target: string, host: string) => Pick<BreakerOptions, 'onOpen' | 'onClose'>;

export function createSuspensions(logger: Logger): WatchBreaker {
  const suspended = new Map<string, number>();
  const add = (target: string, change: number): void => {
    const hosts = (suspended.get(target) ?? 0) + change;
    suspended.set(target, hosts);
    set('outgoingSuspended', hosts, { target });
  };
  return (target, host) => ({
    onOpen(ms) {
      add(target, 1);
      logger.warn(
        { target, host, suspendedMs: Math.round(ms) },
        'outgoing host suspended after repeated failures',
      );
    },
    onClose() {
      add(target, -1);
      logger.info({ target, host }, 'outgoing host recovered');
    },
  });
}

export interface OutgoingOptions extends Partial<HostLimits> {
  readonly logger: Logger;
  /** URLs of configured endpoints: their origins may be on http and on private addresses. Default none. */
  readonly allowedOrigins?: Iterable<string>;
  /** Whether `localhost` and addresses of loopback are accepted, also on http; for development. Default false. */
  readonly allowLoopback?: boolean;
  /** Milliseconds for a request that has no time of its own. Default 10,000. */
  readonly timeoutMs?: number;
  /**
   * Origins by target whose connections and breaker are kept, 256 by default: accounts of a provider may have hosts of their own. A new one
   * replaces one that nothing is sent to and that can be reached; where there is none, there are more for a while.
   */
  readonly maxHosts?: number;
  readonly breaker?: Pick<BreakerOptions, 'failures' | 'suspendMs' | 'maxSuspendMs'>;
  /** Resolves names; for tests. */
  readonly resolve?: Resolve;
  /** From 0 to 1; for tests. */
  readonly random?: () => number;
  readonly clock?: Clock;
}

export interface OutgoingClient extends Outgoing {
  /** Closes the connections; requests that still run, and later ones, fail as `canceled`. */
  readonly component: Component;
}

const tracer = tracerOf('outgoing');
const mebibyte = 1_048_576;

/** Lower-case names, so that a header of the request replaces a default whatever its case. */
function headersOf({ headers = {}, target }: OutgoingRequest | StreamedRequest): Record<string, string> {
  const fields: Record<string, string> = { 'user-agent': 'Patchbay', 'accept-encoding': 'identity' };
  for (const [name, value] of Object.entries(headers)) fields[name.toLowerCase()] = value;
  // It would also change the name that TLS verifies.
  if ('host' in fields) throw internal(`a request to ${target} must not set the header Host`);
  return fields;
}

/** Runs a request inside its span and measures it. Neither has path, query, headers or body: they may hold secrets. */
async function observed<Answer extends { readonly status: number }>(
  { target, method }: OutgoingRequest | StreamedRequest,
  send: (setHost: (hostname: string) => void) => Promise<Answer>,
): Promise<Answer> {
  const begun = performance.now();
  let outcome = 'error';
  const options = {
    kind: SpanKind.CLIENT,
    attributes: { [attributes.httpMethod]: method, [attributes.target]: target },
  };
  try {
    return await inSpan(tracer, spanTable.outgoingRequest.name(method, target), options, async (span) => {
      const answer = await send((hostname) => span.setAttribute(attributes.serverAddress, hostname));
      outcome = `${Math.floor(answer.status / 100)}xx`;
      span.setAttribute(attributes.httpStatus, answer.status);
      return answer;
    });
  } catch (error) {
    if (error instanceof OutgoingError) outcome = error.failure;
    throw error;
  } finally {
    observe('outgoingRequestDuration', (performance.now() - begun) / 1000, { target, outcome });
  }
}

/** The one way out of the platform: every request to a provider or a webhook goes through it. One client per process. */
export function createOutgoing({
  logger,
  allowedOrigins = [],
  allowLoopback = false,
  timeoutMs: defaultTimeoutMs = 10_000,
  atOnce = 16,
  maxWaiting = 64,
  maxAnswerBytes = mebibyte,
  maxHosts = 256,
  breaker = {},
  resolve = resolveName,
  random = Math.random,
  clock = systemClock,
}: OutgoingOptions): OutgoingClient {
  const allowed = new Set(Array.from(allowedOrigins, originOf));
  const lookup = createGuardedLookup(resolve);
  const watch = createSuspensions(logger);
  const hosts = new Map<string, Host>();
  let stopped = false;

  const dropIdleHost = (): void => {
    for (const [key, host] of hosts) {
      if (!host.isIdle) continue;
      hosts.delete(key);
      return void host.destroy();
    }
  };
  // By target too: an installation may lead several providers to one proxy, and one that is down must not suspend the others.
  const hostOf = (
    { origin, host, guarded }: Destination,
    { target, tenant }: OutgoingRequest | StreamedRequest,
  ): Host => {
    const key = tenant === undefined ? `${target} ${origin}` : `${target} ${origin} ${tenant}`;
    const known = hosts.get(key);
    if (known !== undefined) return known;
    if (hosts.size >= maxHosts) dropIdleHost();
    const created = createHost({
      origin,
      host,
      lookup: guarded ? lookup : undefined,
      breaker: tenant === undefined ? { ...breaker, clock, random, ...watch(target, host) } : undefined,
      atOnce,
      maxWaiting,
      maxAnswerBytes,
      clock,
    });
    hosts.set(key, created);
    return created;
  };

  const prepare = (request: OutgoingRequest | StreamedRequest, setHost: (hostname: string) => void) => {
    const { url, body, signal } = request;
    const destination = destinationOf(url, allowed, allowLoopback);
    setHost(destination.hostname);
    if (stopped || signal?.aborted) throw new OutgoingError('canceled', destination.host);
    const { path } = destination;
    const options = { path, headers: headersOf(request), ...(body !== undefined && { body }) };
    return { host: hostOf(destination, request), options, signal, organization: request.organization };
  };

  return {
    send: (request) =>
      observed(request, async (setHost) => {
        const { method, timeoutMs = defaultTimeoutMs, discardsBody = false } = request;
        const { host, options, ...whose } = prepare(request, setHost);
        return host.send({ options: { ...options, method }, timeoutMs, discardsBody, ...whose });
      }),
    open: (request) =>
      observed(request, async (setHost) => {
        const { method, silenceMs } = request;
        const { host, options, ...whose } = prepare(request, setHost);
        return host.open({ options: { ...options, method }, silenceMs, ...whose });
      }),
    component: {
      name: 'outgoing requests',
      async stop() {
        stopped = true;
        await Promise.all(Array.from(hosts.values(), (host) => host.destroy()));
        hosts.clear();
      },
    },
  };
}
