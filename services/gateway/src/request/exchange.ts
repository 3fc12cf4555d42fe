import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Access } from '@patchbay/access/access';
import type { Principal } from '@patchbay/access/caller';
import type { Failure } from '@patchbay/errors/failure';
import { clientAddress } from '@patchbay/http/client-address';
import { requestIdFrom, splitTarget } from '@patchbay/http/request';
import type { Decision } from '@patchbay/limits/rate-limits';
import { type Clock, systemClock } from '@patchbay/runtime/clock';
import type { Logger } from '@patchbay/telemetry/logger';
import type { RequestHandler } from 'express';

/** What is known so far of who sent a request: for its log line, also where a stage refuses it. */
export interface Known {
  readonly caller?: Principal;
  /** Of a well-formed API key that was sent, until it is found valid: then `caller` has the prefix. */
  readonly keyPrefix?: string;
  readonly access?: Access | undefined;
}

/** A request as it arrived, and what its answer becomes. What the stages find out of it is their result: `stages.ts`. */
export class Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  /** The client's; null where the connection has closed already. */
  readonly ipAddress: string | null;
  /** Still percent-encoded, without the query. */
  readonly path: string;
  /** The raw query string without the `?`; empty where there is none. */
  readonly search: string;
  readonly clock: Clock;

  known: Known = {};
  /** Decisions of the limits that were applied to this request, in order. */
  readonly decisions: Decision[] = [];
  /** Of the body that was sent; undefined where there is none, and for streams, which are sent in chunks. */
  bytes: number | undefined = undefined;
  /** Set where the request failed, whatever was answered. */
  failure: Failure | undefined = undefined;
  readonly #client = new AbortController();

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    trustedProxies: number,
    clock: Clock = systemClock,
  ) {
    this.clock = clock;
    this.request = request;
    this.response = response;
    this.requestId = requestIdFrom(request.headers['x-request-id']);
    this.ipAddress = clientAddress(request, trustedProxies);
    const { path, search } = splitTarget(request.url ?? '/');
    this.path = path;
    this.search = search;
    response.on('close', () => {
      if (!response.writableEnded) this.#client.abort(new Error('the client has disconnected'));
    });
  }

  /** Aborted when the client's connection closes before the end of the answer was written. */
  get signal(): AbortSignal {
    return this.#client.signal;
  }

  get isDisconnected(): boolean {
    return this.#client.signal.aborted;
  }
}

const exchanges = new WeakMap<ServerResponse, Exchange>();

/**
 * Gives each request its id and the address of its client. Warns once where a proxy seems to be in front and none is configured: then
 * all clients have the proxy's address, and share what is counted per address.
 */
export function beginExchange(
  trustedProxies: number,
  logger: Logger,
  clock: Clock = systemClock,
): RequestHandler {
  let mayWarn = trustedProxies === 0;
  return (request, response, next) => {
    if (mayWarn && request.headers['x-forwarded-for'] !== undefined) {
      mayWarn = false;
      logger.warn('x-forwarded-for ignored, because TRUSTED_PROXIES is 0');
    }
    exchanges.set(response, new Exchange(request, response, trustedProxies, clock));
    next();
  };
}

/** The exchange of a request that `beginExchange` has seen. */
export const exchangeOf = (response: ServerResponse): Exchange => exchanges.get(response) as Exchange;
