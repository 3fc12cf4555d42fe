import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CallOptions } from '@connectrpc/connect';
import type { Access } from '@patchbay/access/access';
import type { Principal } from '@patchbay/access/caller';
import type { Decision } from '@patchbay/cache/rate-limits';
import { callAs } from '@patchbay/rpc/client';
import type { CurrentSession } from '../operation/caller.ts';
import type { Cookie } from '../operation/cookie.ts';

/** Why calls for a client that has left are aborted. One for all: a stack trace would say nothing. */
const left = new Error('the client has left');

/** Characters; a longer user agent is cut, not refused. */
const maxUserAgent = 512;

const anonymous = { type: 'anonymous' } as const;

/**
 * One request and its answer on their way through the pipeline. Each stage fills in what it found; to an operation's
 * handler it is the request.
 */
export class Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  /** The client's, or null where the connection has gone already. */
  readonly ipAddress: string | null;
  /** As it was sent: still encoded, without the query. */
  readonly path: string;
  /** What follows the `?`; empty where nothing does. */
  readonly search: string;

  caller: Principal | undefined = undefined;
  /** Where the caller came with one. */
  session: CurrentSession | undefined = undefined;
  /** Where the caller is a key: its access to what the path names; undefined where it may not see it. */
  keyAccess: Access | undefined = undefined;
  /** What the caller token says of the caller's access. */
  access: Access | undefined = undefined;
  params: Readonly<Record<string, unknown>> = {};
  query: Readonly<Record<string, unknown>> = {};
  body: unknown = undefined;
  /** The limits that counted this request, in the order they did. */
  readonly decisions: Decision[] = [];
  readonly #client = new AbortController();

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
    // A whole address, as some proxies send it, means its path (RFC 9112).
    const target = (request.url ?? '/').replace(/^https?:\/\/[^/?#]*/i, '');
    const mark = target.indexOf('?');
    this.path = mark === -1 ? target : target.slice(0, mark);
    this.search = mark === -1 ? '' : target.slice(mark + 1);
    response.once('close', () => {
      if (!response.writableEnded) this.#client.abort(left);
    });
  }

  /** Aborted when the client's connection closes before the last of the answer was written. */
  get signal(): AbortSignal {
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
    return { ...options, signal: this.signal };
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
