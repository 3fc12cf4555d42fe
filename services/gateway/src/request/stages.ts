import type { IncomingMessage } from 'node:http';
import type { CallOptions } from '@connectrpc/connect';
import type { Access } from '@patchbay/access/access';
import type { Principal } from '@patchbay/access/caller';
import { apiKeyCallerFromProto } from '@patchbay/access/proto';
import type { Session, User } from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import type { AuthenticateApiKeyResponse } from '@patchbay/contracts/patchbay/organization/v1/api_key_service';
import type { CallerContext } from '@patchbay/rpc/caller';
import { callAs } from '@patchbay/rpc/client';
import { callAsUnreadKey } from '@patchbay/rpc/unread-key';
import type { Exchange } from './exchange.ts';

/** The session that a request came with, as identity answered it for this request. */
export interface CurrentSession {
  readonly record: Session;
  readonly user: User;
  /** The browser attaches a cookie to requests from pages of any origin; it never attaches a bearer by itself. */
  readonly carrier: 'cookie' | 'bearer';
}

type Loose = Readonly<Record<string, unknown>>;

/** An API key that organization reads within the call of the operation. */
export interface KeyToRead {
  readonly digest: string;
  /** Who it is, once the call has been answered. */
  authentication: AuthenticateApiKeyResponse | undefined;
}

/** The answer does not say who the key is: organization is of a version that reads no keys within its calls. */
export class KeyNotRead extends Error {}

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
  /** Set where the key is read by the operation; `caller` is undefined then. */
  readonly keyToRead?: KeyToRead | undefined;
}

/** A request that has the form that its operation takes. */
export interface Validated extends Identified {
  readonly query: Loose;
  readonly body: unknown;
}

/** Of the person, whatever the session, or of the API key; undefined where there is no caller. */
export const callerIdOf = (caller: Principal | undefined): string | undefined =>
  caller?.type === 'api_key' ? caller.keyId : caller?.userId;

/** Characters; a longer user agent is truncated, not refused. */
const maxUserAgent = 512;

const anonymous = { type: 'anonymous' } as const;

const contextOf = (
  { request, requestId, ipAddress }: Exchange,
  caller: CallerContext['caller'],
  access: Access | undefined,
): CallerContext => ({
  caller,
  ...(access && { access }),
  requestId,
  ipAddress,
  userAgent: request.headers['user-agent']?.slice(0, maxUserAgent) ?? null,
});

/** For calls to services in the name of the caller. */
export function callOptionsOf(
  { exchange, caller, keyToRead }: Pick<Identified, 'exchange' | 'caller' | 'keyToRead'>,
  access?: Access,
): CallOptions {
  const { signal } = exchange;
  if (keyToRead === undefined) return { ...callAs(contextOf(exchange, caller ?? anonymous, access)), signal };
  const unread = { type: 'unread_key', digest: keyToRead.digest } as const;
  const onRead = (authentication: AuthenticateApiKeyResponse): void => {
    keyToRead.authentication = authentication;
  };
  return { ...callAsUnreadKey(contextOf(exchange, unread, undefined), onRead), signal };
}

/** A request that its caller may make: what limits count, and what the handler of its operation gets (`OperationRequest`). */
export class Permitted implements Validated {
  readonly exchange: Exchange;
  readonly params: Loose;
  readonly query: Loose;
  readonly body: unknown;
  readonly session: CurrentSession | undefined;
  readonly keyAccess: Access | undefined;
  readonly keyToRead: KeyToRead | undefined;
  /** Undefined where the service resolves access itself or needs none. */
  readonly access: Access | undefined;
  /** Set by the handler. */
  isRefused = false;
  readonly #caller: Principal | undefined;
  readonly #keyOptions: Pick<CallOptions, 'headers' | 'onHeader'> | undefined;

  /** `keyOptions` send the Idempotency-Key of the request with the calls of the handler. */
  constructor(
    validated: Validated,
    access: Access | undefined,
    keyOptions?: Pick<CallOptions, 'headers' | 'onHeader'>,
  ) {
    const { exchange, params, query, body, session, keyAccess, keyToRead } = validated;
    this.exchange = exchange;
    this.params = params;
    this.query = query;
    this.body = body;
    this.session = session;
    this.keyAccess = keyAccess;
    this.keyToRead = keyToRead;
    this.access = access;
    this.#caller = keyToRead === undefined ? validated.caller : undefined;
    this.#keyOptions = keyOptions;
  }

  /** Throws while a key has not been read: handlers that need it ask for it after their call. */
  get caller(): Principal | undefined {
    if (this.keyToRead === undefined) return this.#caller;
    const { authentication } = this.keyToRead;
    if (authentication === undefined) throw new KeyNotRead();
    return apiKeyCallerFromProto(authentication);
  }

  get callerId(): string | undefined {
    return this.keyToRead?.digest ?? callerIdOf(this.#caller);
  }

  get callOptions(): CallOptions {
    const { exchange, keyToRead } = this;
    return {
      ...callOptionsOf({ exchange, caller: this.#caller, keyToRead }, this.access),
      ...this.#keyOptions,
    };
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
