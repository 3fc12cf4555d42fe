/** Every way a request can fail, in the order of the contract's table of errors. */
export type FailureCode =
  | 'invalid'
  | 'bad_request'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'content_too_large'
  | 'unsupported_media_type'
  | 'header_fields_too_large'
  | 'rate_limited'
  | 'internal'
  | 'unavailable'
  | 'timeout';

export interface FieldProblem {
  /** In dots, as the API names the field; empty for the whole body. */
  readonly path: string;
  readonly message: string;
}

export interface FailureOptions {
  /** For logs and traces; never leaves the platform. Defaults to the public text. */
  readonly internal?: string;
  readonly problems?: readonly FieldProblem[];
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

/** The one error that code of ours throws on purpose. Anything else that is thrown is a bug. */
export class Failure extends Error {
  readonly code: FailureCode;
  /** A sentence for the person at the other end of the API; undefined where the title says it all. */
  readonly publicText: string | undefined;
  readonly problems: readonly FieldProblem[];
  readonly retryAfterSeconds: number | undefined;

  constructor(code: FailureCode, publicText?: string, options: FailureOptions = {}) {
    super(options.internal ?? publicText ?? code, { cause: options.cause });
    this.name = 'Failure';
    this.code = code;
    this.publicText = publicText;
    this.problems = options.problems ?? [];
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

export const invalid = (...problems: FieldProblem[]): Failure =>
  new Failure('invalid', undefined, {
    problems,
    internal: problems.map(({ path, message }) => `${path}: ${message}`).join('; '),
  });

export const unauthenticated = (publicText: string): Failure => new Failure('unauthenticated', publicText);
export const forbidden = (publicText: string): Failure => new Failure('forbidden', publicText);
/** Also for what exists but is not the caller's to know: the two are not told apart. */
export const notFound = (internal?: string): Failure =>
  new Failure('not_found', undefined, internal === undefined ? {} : { internal });
export const conflict = (publicText: string): Failure => new Failure('conflict', publicText);
export const internal = (text: string, cause?: unknown): Failure =>
  new Failure('internal', undefined, { internal: text, cause });
export const unavailable = (text: string, cause?: unknown): Failure =>
  new Failure('unavailable', undefined, { internal: text, cause, retryAfterSeconds: 1 });

/** What was thrown, as a failure; what nobody meant becomes `internal`. */
export const toFailure = (thrown: unknown): Failure =>
  thrown instanceof Failure
    ? thrown
    : internal(thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown), thrown);
