import type { CallOptions } from '@connectrpc/connect';
import type { KeyLevel } from '@patchbay/access/caller';
import type { LimitName } from '@patchbay/cache/rate-limits';
import type { Failure, FailureCode } from '@patchbay/errors/failure';
import type { Action } from '@patchbay/trail/action';
import type { z } from 'zod';
import type { CallerAccess, PublicAccess } from './access.ts';
import type { Asset } from './asset.ts';
import type { CallerBy, Credentials } from './caller.ts';
import type { Cookie } from './cookie.ts';
import type { Group } from './group.ts';
import type { Redirect } from './redirect.ts';
import type { Services } from './services.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** Rejected is what does not match: each schema is strict, and what it names is all that reaches `handle`. */
export interface Input<P, Q, B> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
}

export interface OperationRequest<C extends Credentials, P, Q, B> extends Input<P, Q, B> {
  readonly caller: CallerBy[C]['caller'];
  readonly session: CallerBy[C]['session'];
  /**
   * Makes a call to a service one on behalf of this request's caller, which is canceled when the client leaves if its method has
   * no side effects.
   */
  readonly callOptions: CallOptions;
  /** The query as it was sent, without the question mark: for those who have to hand it on. */
  readonly search: string;
  /** What the browser kept in one of our cookies; undefined where it kept nothing. */
  readCookie(cookie: Pick<Cookie, 'read'>): string | undefined;
  /** Adds a `Set-Cookie` header to the answer, as one of our cookies wrote it; the last of a name wins. */
  setCookie(cookie: string): void;
}

export interface Limit<P, Q, B> {
  readonly name: LimitName;
  /**
   * What is counted: requests of one client address; valid ones of one API key, none of which a session sends; or of one
   * value of the (valid) input.
   */
  readonly per: 'address' | 'key' | { of(input: Input<P, Q, B>): string };
}

/** How an answer is written that is not one JSON document: by lines, each of which is one. */
export type Streaming = 'ndjson' | undefined;

/**
 * What `handle` makes: of a streamed answer the lines, as many together as are there, in the order they are sent. It is asked
 * for more when the client has taken what was sent, and its `return` is called when the client leaves.
 */
type Handled<A extends z.ZodType, S extends Streaming> = S extends 'ndjson'
  ? AsyncIterable<readonly z.input<A>[]>
  : Promise<z.input<A> | Asset | Redirect>;

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
  readonly method: Method;
  /** As OpenAPI writes it: `/v1/organizations/{orgSlug}`. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly description: string;
  readonly credentials: C;
  /** Of those that accept keys: which levels. A key of another level is a 401 before anything else is judged. */
  readonly keyLevels?: readonly KeyLevel[];
  readonly access: C extends 'none' ? PublicAccess : CallerAccess;
  /** Beyond `requestPerCaller`, which holds for every operation with a caller. Default none. */
  readonly limits?: readonly Limit<z.output<P>, z.output<Q>, z.output<B>>[];
  /** A path whose parameters do not match names nothing: 404. */
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  readonly examples?: {
    readonly params?: z.input<P>;
    readonly query?: z.input<Q>;
    readonly body?: z.input<B>;
  };
  readonly answer: {
    /**
     * 201: something was created, and the operation accepts an `Idempotency-Key`. 302: `handle` answers a `Redirect`, and
     * the document names its `Location`.
     */
    readonly status: 200 | 201 | 202 | 204 | 302;
    readonly description: string;
    /** `application/x-ndjson`, sent while it is made; `schema` and `example` are those of one line. Left out: one document. */
    readonly stream?: S;
    /** Left out where the answer has no body. */
    readonly schema?: A;
    readonly example?: z.input<A>;
    readonly headers?: Readonly<Record<string, string>>;
  };
  /** The actions it writes to the audit trail, or why it writes none. */
  readonly audit: readonly [Action, ...Action[]] | { readonly none: string };
  /** Failures beyond those that follow from the rest of the declaration. */
  readonly problems?: readonly FailureCode[];
  /** Says of a failure that a credential in the body was refused: it counts as `failedCredentialPerAddress`. */
  failedCredential?(failure: Failure): boolean;
  /**
   * Where a browser goes that came for a redirect and met a failure: nobody there reads problems. Holds for every
   * failure but those that `problems` names. Left out: every failure is answered as a problem.
   */
  redirectFailure?(failure: Failure, services: Services): Redirect;
  handle(
    request: OperationRequest<C, z.output<P>, z.output<Q>, z.output<B>>,
    services: Services,
  ): Handled<A, S>;
}

/** Any operation, as the pipeline and the document see it. */
export type Operation = Definition<Credentials, z.ZodObject, z.ZodObject, z.ZodType, z.ZodType, Streaming>;

/** Whether it may be sent again under an `Idempotency-Key` without creating anything twice. */
export const creates = ({ answer }: Pick<Operation, 'answer'>): boolean => answer.status === 201;

type Nothing = z.ZodObject<z.core.$ZodLooseShape & Record<never, never>>;

/** Who accepts keys says which; who does not has nothing to say. */
type SayingKeyLevels<C extends Credentials> = C extends 'session or key'
  ? { readonly keyLevels: readonly [KeyLevel, ...KeyLevel[]] }
  : { readonly keyLevels?: never };

/** Infers the types of `handle` from the schemas beside it. */
export const defineOperation = <
  const C extends Credentials,
  P extends z.ZodObject = Nothing,
  Q extends z.ZodObject = Nothing,
  B extends z.ZodType = z.ZodUndefined,
  A extends z.ZodType = z.ZodVoid,
  S extends Streaming = undefined,
>(
  definition: Definition<C, P, Q, B, A, S> & SayingKeyLevels<C>,
): Definition<C, P, Q, B, A, S> => definition;
