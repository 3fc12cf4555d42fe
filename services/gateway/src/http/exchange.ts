import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CallOptions } from '@connectrpc/connect';
import type { Access } from '@patchbay/access/access';
import type { Principal } from '@patchbay/access/caller';
import { splitTarget } from '@patchbay/http/request-target';
import type { Decision } from '@patchbay/limits/rate-limits';
import { callAs } from '@patchbay/rpc/client';
import type { CurrentSession } from '../operation/caller.ts';
import type { Cookie } from '../operation/cookie.ts';
import type { HeaderList } from './head.ts';

/** The abort reason when a client disconnects. One object for all requests, because its stack trace holds no information. */
const clientDisconnected = new Error('the client has disconnected');

/** Characters; a longer user agent is truncated, not refused. */
const maxUserAgent = 512;

const anonymous = { type: 'anonymous' } as const;

/**
 * One request and its answer in the pipeline. Each stage sets the fields that it determines; the handler of an operation
 * gets the exchange as its `OperationRequest`.
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
  /** Decisions of the limits that were applied to this request, in order; the headers of the answer tell them. */
  readonly decisions: Decision[] = [];
  /** The headers of every answer; set by the pipeline. */
  headers: HeaderList = [];
  /** Of the body that was sent; undefined where there is none, and for streams, which are sent in chunks. */
  bytes: number | undefined = undefined;
  /** Whether the client's connection closed before the end of the answer was written. */
  isDisconnected = false;
  #client: AbortController | undefined = undefined;

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    requestId: string,
    ipAddress: string | null,
  ) {
    this.request = request;
    this.response = response;
    this.requestId = requestId;
    this.ipAddress = ipAddress;
    const { path, search } = splitTarget(request.url ?? '/');
    this.path = path;
    this.search = search;
    response.on('close', () => {
      if (response.writableEnded) return;
      this.isDisconnected = true;
      this.#client?.abort(clientDisconnected);
    });
  }

  /** Aborted when `isDisconnected` becomes true. Created on first use: many requests never call anything that takes a signal. */
  get signal(): AbortSignal {
    if (this.#client === undefined) {
      this.#client = new AbortController();
      if (this.isDisconnected) this.#client.abort(clientDisconnected);
    }
    return this.#client.signal;
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

  readCookie(cookie: Pick<Cookie, 'read'>): string | undefined {
    return cookie.read(this.request.headers.cookie);
  }

  setCookie(cookie: string): void {
    const prefix = cookie.slice(0, cookie.indexOf('=') + 1);
    const before = [this.response.getHeader('set-cookie') ?? []].flat().map(String);
    this.response.setHeader('set-cookie', [...before.filter((other) => !other.startsWith(prefix)), cookie]);
  }
}
