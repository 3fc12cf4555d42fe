import type { IncomingMessage } from 'node:http';
import type { CallOptions } from '@connectrpc/connect';
import type { Access } from '@patchbay/access/access';
import type { KeyLevel, Principal, UserCaller } from '@patchbay/access/caller';
import type { Failure, FailureCode } from '@patchbay/errors/failure';
import type { Asset } from '@patchbay/http/asset';
import type { ServiceName } from '@patchbay/platform/services';
import type { Action } from '@patchbay/trail/action';
import type { z } from 'zod';
import type { JsonText, Redirect } from '../answer/answer.ts';
import type { Lines } from '../answer/ndjson.ts';
import type { Relayed } from '../answer/relayed.ts';
import type { Credentials } from '../credentials/credential.ts';
import type { CountedRequest, Limit } from '../limits/limit.ts';
import type { Cookie } from '../request/cookie.ts';
import type { CurrentSession } from '../request/stages.ts';
import type { Streaming } from '../request/streaming.ts';
import type { Services } from '../services.ts';
import type { CallerAccess, PublicAccess } from './access.ts';
import type { Assistant, AssistantOf } from './assistant.ts';
import type { Fresh } from './fresh.ts';
import type { Group } from './group.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Types of caller and session, by the credentials that an operation accepts. */
export interface CallerBy {
  none: { readonly caller: undefined; readonly session: undefined };
  session: { readonly caller: UserCaller; readonly session: CurrentSession };
  'session or key': {
    readonly caller: Principal;
    /** Undefined where an API key calls. */
    readonly session: CurrentSession | undefined;
  };
}

/** The parsed request. A field that no schema names never reaches `handle`; a strict schema makes it a 400. */
export interface OperationRequest<C extends Credentials, P, Q, B> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  /** Of a read that organization owns: known once its call has been answered, where an API key asks. */
  readonly caller: CallerBy[C]['caller'];
  readonly session: CallerBy[C]['session'];
  /** Of the caller; undefined where the service resolves it itself or needs none. */
  readonly access: Access | undefined;
  /**
   * For calls to services: sends a caller token for this request's caller. When the client disconnects, a call is canceled
   * if its method is declared free of side effects.
   */
  readonly callOptions: CallOptions;
  readonly requestId: string;
  /** The raw query string without the question mark, for handlers that forward it. */
  readonly search: string;
  /** As it came, for handlers that forward its method and headers. */
  readonly request: IncomingMessage;
  /** Set by `handle`: whether a provider has refused the credentials in the body for good. Counted by limits per `refusalsOf`. */
  isRefused: boolean;
  /** The value that the request carries of a cookie; undefined where it carries none. */
  readCookie(cookie: Pick<Cookie, 'read'>): string | undefined;
  /** Adds a `Set-Cookie` header, as `Cookie` wrote it, to the answer; replaces an earlier one for the same cookie. */
  setCookie(cookie: string): void;
}

interface Streamed {
  ndjson: Lines;
  relay: Relayed;
}

/**
 * What `handle` returns. The next part of a streamed answer is pulled once the connection has taken the last one, and `return()` is
 * called when the client disconnects.
 */
type HandlerResult<A extends z.ZodType, S extends Streaming> = S extends keyof Streamed
  ? Streamed[S]
  : Promise<z.input<A> | Asset | Redirect | JsonText>;

/**
 * Values of an answer, as JSON pointers into it, by the path parameters that take them. The other parameters of the linked
 * operation are those of the same name in the path of the request.
 */
export type Link = Readonly<Record<string, `/${string}`>>;

/** Everything that is true of one operation: routes, validation, OpenAPI, docs and tests are derived from it. */
export interface Definition<
  C extends Credentials,
  P extends z.ZodObject,
  Q extends z.ZodObject,
  B extends z.ZodType,
  A extends z.ZodType,
  S extends Streaming = undefined,
> {
  /** Stable: clients generate names from it. */
  readonly id: string;
  readonly group: Group;
  /** The service that serves it, where it is another one than that of the group. */
  readonly ownedBy?: ServiceName;
  readonly method: Method;
  /** As OpenAPI writes it: `/v1/organizations/{orgSlug}`. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly description: string;
  readonly credentials: C;
  /** Levels of API keys that are accepted. A valid key of another level is answered 401, before validation and access. */
  readonly keyLevels?: readonly KeyLevel[];
  readonly access: C extends 'none' ? PublicAccess : CallerAccess;
  /** Needs a session whose person has proved lately who they are; API keys are not asked. Left out: any session will do. */
  readonly fresh?: Fresh<z.output<P>, z.output<Q>, z.output<B>>;
  /**
   * Its query may name a workspace, as `workspaceSlug`: `access` then has the workspace that has the slug now, if the caller sees one.
   */
  readonly workspaceInQuery?: true;
  /** Works in a closed organization too; `only`: nowhere else. Left out: it is a 409 there. */
  readonly inClosed?: true | 'only';
  /** Works with every session where the organization demands passkeys. Left out: it is a 403 for sessions of another method. */
  readonly withAnyMethod?: true;
  /**
   * It takes something away and gives nothing. `changePerOrganization` does not count it: whoever uses that limit up must not keep
   * admins from taking access away.
   */
  readonly takesAway?: true;
  /** In addition to `requestPerCaller`, which applies to every operation with a caller. Default none. */
  readonly limits?: readonly Limit<z.output<P>, z.output<Q>, z.output<B>>[];
  /** Path parameters that do not match are answered with `malformedParams`. */
  readonly params?: P;
  /** `invalid`: a 400 that names them. Default: 404, as for what does not exist. */
  readonly malformedParams?: 'invalid' | 'not_found';
  readonly query?: Q;
  readonly body?: B;
  readonly examples?: {
    readonly params?: z.input<P>;
    readonly query?: z.input<Q>;
    readonly body?: z.input<B>;
  };
  readonly answer: {
    /**
     * 201: something was created, and the operation accepts an `Idempotency-Key`. 302: `handle` returns a `Redirect`, and
     * the OpenAPI document lists the `Location` header.
     */
    readonly status: 200 | 201 | 202 | 204 | 302;
    readonly description: string;
    /** `ndjson`: streamed as `application/x-ndjson`; `schema` and `example` are of one line. `relay`: status and type are the provider's. Left out: one document. */
    readonly stream?: S;
    /** Of a streamed answer: the id of the organization that shares a bound on those that run; throws where a role is too low. */
    readonly streamsPer?: { of(request: Pick<CountedRequest<unknown, unknown, unknown>, 'access'>): string };
    /** Of a streamed answer: what browsers save it as. ASCII without quotes. */
    fileName?(params: z.output<P>): string;
    /** Left out where the answer has no body. */
    readonly schema?: A;
    readonly example?: z.input<A>;
    readonly headers?: Readonly<Record<string, string>>;
    /** A collection of an organization, which comes whole: lists take turns. */
    readonly isList?: true;
    /** `handle` returns an `Asset`: cached by clients and revalidated by its ETag (304). */
    readonly isAsset?: true;
    /** Operations that take values of this answer, by their ids. */
    readonly links?: Readonly<Record<string, Link>>;
  };
  /** What an assistant gets of it (`patchbay mcp`). */
  readonly assistant: Assistant;
  /** The actions it writes to the audit trail, or why it writes none. */
  readonly audit: readonly [Action, ...Action[]] | { readonly none: string };
  /** Failures in addition to those that `failuresOf` derives from the rest of the definition. */
  readonly problems?: readonly FailureCode[];
  /** Whether the failure means that a credential in the body was wrong; it then counts for `failedCredentialPerAddress`. */
  failedCredential?(failure: Failure): boolean;
  /**
   * The redirect to answer a failure with: a browser navigates to the operation and would show a problem as raw JSON.
   * Applies to every failure but those listed in `problems`. Left out: every failure is answered as a problem.
   */
  redirectFailure?(failure: Failure, services: Services, requestId: string): Redirect;
  handle(
    request: OperationRequest<C, z.output<P>, z.output<Q>, z.output<B>>,
    services: Services,
  ): HandlerResult<A, S>;
}

/** An operation without its specific types, for the pipeline and the OpenAPI document. */
export type Operation = Definition<Credentials, z.ZodObject, z.ZodObject, z.ZodType, z.ZodType, Streaming>;

type EmptyObject = z.ZodObject<z.core.$ZodLooseShape & Record<never, never>>;

/** `keyLevels` is required and not empty where API keys are accepted, and forbidden elsewhere. */
type KeyLevelsOf<C extends Credentials> = C extends 'session or key'
  ? { readonly keyLevels: readonly [KeyLevel, ...KeyLevel[]] }
  : { readonly keyLevels?: never };

/** Infers the types of `handle` from the schemas beside it. */
export const defineOperation = <
  const C extends Credentials,
  P extends z.ZodObject = EmptyObject,
  Q extends z.ZodObject = EmptyObject,
  B extends z.ZodType = z.ZodUndefined,
  A extends z.ZodType = z.ZodVoid,
  S extends Streaming = undefined,
>(
  definition: Definition<C, P, Q, B, A, S> & KeyLevelsOf<C> & { readonly assistant: AssistantOf<B> },
): Definition<C, P, Q, B, A, S> => definition;
