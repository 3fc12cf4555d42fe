import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CallOptions } from '@connectrpc/connect';
import type { Access } from '@patchbay/access/access';
import type { Principal } from '@patchbay/access/caller';
import type { Session, User } from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import type { Failure } from '@patchbay/errors/failure';
import { clientAddress } from '@patchbay/http/client-address';
import { requestIdFrom, splitTarget } from '@patchbay/http/request';
import type { Decision } from '@patchbay/limits/rate-limits';
import { callAs } from '@patchbay/rpc/client';
import { type Clock, systemClock } from '@patchbay/runtime/clock';
import type { Logger } from '@patchbay/telemetry/logger';
import type { RequestHandler } from 'express';

/** The session that a request came with, as identity answered it for this request. */
export interface CurrentSession {
  readonly record: Session;
  readonly user: User;
  /** The browser attaches a cookie to requests from pages of any origin; it never attaches a bearer by itself. */
  readonly carrier: 'cookie' | 'bearer';
}

/** Characters; a longer user agent is truncated, not refused. */
const maxUserAgent = 512;

const anonymous = { type: 'anonymous' } as const;

/**
 * One request and its answer. Each step sets the fields that it determines; the handler of an operation gets the exchange as its
 * `OperationRequest`.
 */
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

  caller: Principal | undefined = undefined;
  /** Undefined where the caller has no session: API keys and public operations. */
  session: CurrentSession | undefined = undefined;
  /** Of the API key that was sent, if it is well-formed, whether or not it is valid: for the log line. */
  keyPrefix: string | undefined = undefined;
  /** Access of an API key to the organization and workspace of the path; undefined where it may not see them. */
  keyAccess: Access | undefined = undefined;
  /** Part of caller tokens; undefined where the service resolves access itself or needs none. */
  access: Access | undefined = undefined;
  params: Readonly<Record<string, unknown>> = {};
  query: Readonly<Record<string, unknown>> = {};
  body: unknown = undefined;
  /** Sends the request's Idempotency-Key with the calls of the handler; empty where there is none. */
  keyOptions: Pick<CallOptions, 'headers' | 'onHeader'> = {};
  /** Whether the answer is that of an earlier request with the same Idempotency-Key. */
  isReplay = false;
  /** Whether a provider has refused the credentials in the body for good. */
  isRefused = false;
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

  /** Of the person, whatever the session, or of the API key; undefined where there is no caller. */
  get callerId(): string | undefined {
    return this.caller?.type === 'api_key' ? this.caller.keyId : this.caller?.userId;
  }

  get callOptions(): CallOptions {
    const { caller = anonymous, access } = this;
    const options = callAs({
      caller,
      ...(access && { access }),
      requestId: this.requestId,
      ipAddress: this.ipAddress,
      userAgent: this.request.headers['user-agent']?.slice(0, maxUserAgent) ?? null,
    });
    return { ...options, ...this.keyOptions, signal: this.signal };
  }

  readCookie(cookie: { read(header: string | undefined): string | undefined }): string | undefined {
    return cookie.read(this.request.headers.cookie);
  }

  setCookie(cookie: string): void {
    const prefix = cookie.slice(0, cookie.indexOf('=') + 1);
    const before = [this.response.getHeader('set-cookie') ?? []].flat().map(String);
    this.response.setHeader('set-cookie', [...before.filter((other) => !other.startsWith(prefix)), cookie]);
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
