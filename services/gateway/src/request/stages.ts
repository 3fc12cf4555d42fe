import type { IncomingMessage } from 'node:http';
import type { CallOptions } from '@connectrpc/connect';
import type { Access } from '@patchbay/access/access';
import type { Principal } from '@patchbay/access/caller';
import type { Session, User } from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import { callAs } from '@patchbay/rpc/client';
import type { Exchange } from './exchange.ts';

/** The session that a request came with, as identity answered it for this request. */
export interface CurrentSession {
  readonly record: Session;
  readonly user: User;
  /** The browser attaches a cookie to requests from pages of any origin; it never attaches a bearer by itself. */
  readonly carrier: 'cookie' | 'bearer';
}

type Loose = Readonly<Record<string, unknown>>;

/** A request to an operation. */
export interface Received {
  readonly exchange: Exchange;
  /** Of the path: decoded, and valid from `Validated` on. */
  readonly params: Loose;
}

/** A request whose caller is known, or whose operation needs none. */
export interface Identified extends Received {
  readonly caller: Principal | undefined;
  /** Undefined where the caller has no session: API keys and public operations. */
  readonly session: CurrentSession | undefined;
  /** Access of an API key to the organization and workspace of the path; undefined where it may not see them. */
  readonly keyAccess: Access | undefined;
}

/** A request that has the form that its operation takes. */
export interface Validated extends Identified {
  readonly query: Loose;
  readonly body: unknown;
}

/** Of the person, whatever the session, or of the API key; undefined where there is no caller. */
export const callerIdOf = ({ caller }: Pick<Identified, 'caller'>): string | undefined =>
  caller?.type === 'api_key' ? caller.keyId : caller?.userId;

/** Characters; a longer user agent is truncated, not refused. */
const maxUserAgent = 512;

const anonymous = { type: 'anonymous' } as const;

/** For calls to services in the name of the caller. */
export function callOptionsOf(
  { exchange, caller }: Pick<Identified, 'exchange' | 'caller'>,
  access?: Access,
): CallOptions {
  const { request, requestId, ipAddress, signal } = exchange;
  const options = callAs({
    caller: caller ?? anonymous,
    ...(access && { access }),
    requestId,
    ipAddress,
    userAgent: request.headers['user-agent']?.slice(0, maxUserAgent) ?? null,
  });
  return { ...options, signal };
}

/** A request that its caller may make: what limits count, and what the handler of its operation gets (`OperationRequest`). */
export class Permitted implements Validated {
  readonly exchange: Exchange;
  readonly params: Loose;
  readonly query: Loose;
  readonly body: unknown;
  readonly caller: Principal | undefined;
  readonly session: CurrentSession | undefined;
  readonly keyAccess: Access | undefined;
  /** Undefined where the service resolves access itself or needs none. */
  readonly access: Access | undefined;
  /** Set by the handler. */
  isRefused = false;
  readonly #keyOptions: Pick<CallOptions, 'headers' | 'onHeader'> | undefined;

  /** `keyOptions` send the Idempotency-Key of the request with the calls of the handler. */
  constructor(
    { exchange, params, query, body, caller, session, keyAccess }: Validated,
    access: Access | undefined,
    keyOptions?: Pick<CallOptions, 'headers' | 'onHeader'>,
  ) {
    this.exchange = exchange;
    this.params = params;
    this.query = query;
    this.body = body;
    this.caller = caller;
    this.session = session;
    this.keyAccess = keyAccess;
    this.access = access;
    this.#keyOptions = keyOptions;
  }

  get callerId(): string | undefined {
    return callerIdOf(this);
  }

  get callOptions(): CallOptions {
    return { ...callOptionsOf(this, this.access), ...this.#keyOptions };
  }

  get requestId(): string {
    return this.exchange.requestId;
  }

  get search(): string {
    return this.exchange.search;
  }

  get request(): IncomingMessage {
    return this.exchange.request;
  }

  readCookie(cookie: { read(header: string | undefined): string | undefined }): string | undefined {
    return cookie.read(this.request.headers.cookie);
  }

  setCookie(cookie: string): void {
    const { response } = this.exchange;
    const prefix = cookie.slice(0, cookie.indexOf('=') + 1);
    const before = [response.getHeader('set-cookie') ?? []].flat().map(String);
    response.setHeader('set-cookie', [...before.filter((other) => !other.startsWith(prefix)), cookie]);
  }
}
