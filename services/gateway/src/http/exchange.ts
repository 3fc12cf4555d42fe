import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CallOptions } from '@connectrpc/connect';
import type { Decision } from '@patchbay/cache/rate-limits';
import type { Session, User } from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import type { Access } from '@patchbay/rpc/caller';
import { callAs } from '@patchbay/rpc/client';
import type { Cookie } from './cookie.ts';

/** Someone with a session, as identity answered it for this very request. */
export interface SessionCaller {
  readonly session: Session;
  readonly user: User;
  /** How the session came: what a browser sends by itself needs proof of who caused it. */
  readonly carrier: 'cookie' | 'bearer';
}

/** Characters; a longer user agent is cut, not refused. */
const maxUserAgent = 512;

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

  caller: SessionCaller | undefined = undefined;
  access: Access | undefined = undefined;
  params: Readonly<Record<string, unknown>> = {};
  query: Readonly<Record<string, unknown>> = {};
  body: unknown = undefined;
  /** The limits that counted this request, in the order they did. */
  readonly decisions: Decision[] = [];

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
  }

  get as(): CallOptions {
    const { caller, access } = this;
    return callAs({
      caller:
        caller === undefined
          ? { type: 'anonymous' }
          : {
              type: 'user',
              userId: caller.user.id,
              sessionId: caller.session.id,
              email: caller.user.email,
              name: caller.user.name,
            },
      ...(access && { access }),
      requestId: this.requestId,
      ipAddress: this.ipAddress,
      userAgent: this.request.headers['user-agent']?.slice(0, maxUserAgent) ?? null,
    });
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
