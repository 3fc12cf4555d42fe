import type { RefusalReason } from './refusal.ts';

/** Every way a request can fail, in the order of the contract's table of errors. */
export type FailureCode =
  | 'invalid'
  | 'bad_request'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'request_timeout'
  | 'content_too_large'
  | 'unsupported_media_type'
  | 'header_fields_too_large'
  | 'rate_limited'
  | 'internal'
  | 'unavailable'
  | 'timeout';

export interface FieldProblem {
  /** The field as the API names it, with dots between levels; empty for the whole body. */
  readonly path: string;
  readonly message: string;
}

export interface FailureOptions {
  /** For logs and traces; never leaves the platform. Defaults to the public text. */
  readonly internal?: string;
  readonly problems?: readonly FieldProblem[];
  readonly retryAfterSeconds?: number;
  /** For log lines and metrics: goes from a service to the gateway, and never to the client. */
  readonly reason?: RefusalReason;
  /**
   * Whether a provider has failed, and not Patchbay: it does not answer, or breaks its answer off. For metrics: goes from a service to the
   * gateway, and never to the client. Default false.
   */
  readonly byProvider?: boolean;
  readonly cause?: unknown;
}

/** The only error that our code throws deliberately. Any other error is a bug. */
export class Failure extends Error {
  readonly code: FailureCode;
  /** A sentence for the client of the API; undefined where the title of the problem is enough. */
  readonly publicText: string | undefined;
  readonly problems: readonly FieldProblem[];
  readonly retryAfterSeconds: number | undefined;
  readonly reason: RefusalReason | undefined;
  readonly byProvider: boolean;

  constructor(code: FailureCode, publicText?: string, options: FailureOptions = {}) {
    super(options.internal ?? publicText ?? code, { cause: options.cause });
    this.name = 'Failure';
    this.code = code;
    this.publicText = publicText;
    this.problems = options.problems ?? [];
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.reason = options.reason;
    this.byProvider = options.byProvider ?? false;
  }
}

export const invalid = (...problems: FieldProblem[]): Failure =>
  new Failure('invalid', undefined, {
    problems,
    internal: problems.map(({ path, message }) => `${path}: ${message}`).join('; '),
  });

const because = (reason: RefusalReason | undefined) => (reason === undefined ? {} : { reason });

export const unauthenticated = (publicText: string, reason?: RefusalReason): Failure =>
  new Failure('unauthenticated', publicText, because(reason));
export const forbidden = (publicText: string, reason?: RefusalReason): Failure =>
  new Failure('forbidden', publicText, because(reason));
/** Also for what exists but the caller may not see, so that the response does not reveal whether it exists. */
export const notFound = (internal?: string, reason?: RefusalReason): Failure =>
  new Failure('not_found', undefined, { ...(internal !== undefined && { internal }), ...because(reason) });
export const conflict = (publicText: string): Failure => new Failure('conflict', publicText);
export const internal = (text: string, cause?: unknown): Failure =>
  new Failure('internal', undefined, { internal: text, cause });
export const unavailable = (text: string, cause?: unknown): Failure =>
  new Failure('unavailable', undefined, { internal: text, cause, retryAfterSeconds: 1 });
/** 503 with `Retry-After`: a wait for a turn was refused (`refusal` of `createTurns`). Nothing of the refused work has run. */
export const busy = (cause: Error): Failure =>
  new Failure('unavailable', 'Too many requests for the same thing at the moment: try again.', {
    internal: cause.message,
    cause,
    retryAfterSeconds: 1,
  });

/** Returns a thrown `Failure` as it is; anything else becomes `internal`. */
export const toFailure = (thrown: unknown): Failure =>
  thrown instanceof Failure
    ? thrown
    : internal(thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown), thrown);
