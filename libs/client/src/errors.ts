import type { Schemas } from './operation.ts';

/** Why a request failed. Its subclasses tell the statuses apart. */
export class PatchbayError extends Error {
  override name = 'PatchbayError';
  /** Of the answer; 0 where no answer came. */
  readonly status: number;
  /** The body of the answer, where it was a problem (RFC 9457). */
  readonly problem: Schemas['Problem'] | undefined;
  /** To quote to the operator of the platform. */
  readonly requestId: string | undefined;
  /** Seconds until the same request can succeed. */
  readonly retryAfter: number | undefined;
  /** Which fields were wrong. */
  readonly errors: readonly Schemas['FieldProblem'][];

  constructor(message: string, response?: Response, problem?: Schemas['Problem'], options?: ErrorOptions) {
    super(message, options);
    this.status = response?.status ?? 0;
    this.problem = problem;
    this.requestId = problem?.requestId ?? response?.headers.get('x-request-id') ?? undefined;
    const retryAfter = Number(response?.headers.get('retry-after') ?? Number.NaN);
    this.retryAfter = retryAfter >= 0 ? retryAfter : undefined;
    this.errors = problem?.errors ?? [];
  }
}

/** No answer came: the network failed, or the time was up. The request may have been performed. */
export class ConnectionFailed extends PatchbayError {
  override name = 'ConnectionFailed';
}
/** 400: the request is wrong; `errors` names the fields. */
export class ValidationFailed extends PatchbayError {
  override name = 'ValidationFailed';
}
/** 401: there is no credential, or it is no longer valid. */
export class Unauthorized extends PatchbayError {
  override name = 'Unauthorized';
}
/** 403: the caller may not do this. */
export class Forbidden extends PatchbayError {
  override name = 'Forbidden';
}
/** 404: there is no such thing, or the caller may not know of it. */
export class NotFound extends PatchbayError {
  override name = 'NotFound';
}
/** 409: the state of things does not allow this. */
export class Conflict extends PatchbayError {
  override name = 'Conflict';
}
/** 413: the body is too large. */
export class ContentTooLarge extends PatchbayError {
  override name = 'ContentTooLarge';
}
/** 429: too many requests; `retryAfter` says how long to wait. */
export class TooManyRequests extends PatchbayError {
  override name = 'TooManyRequests';
}
/** 5xx: the platform failed. */
export class ServerFailed extends PatchbayError {
  override name = 'ServerFailed';
}
/** 503: the platform, or the advertising system, cannot be reached for the moment. */
export class ServiceUnavailable extends ServerFailed {
  override name = 'ServiceUnavailable';
}

const byStatus: Readonly<Record<number, typeof PatchbayError>> = {
  400: ValidationFailed,
  401: Unauthorized,
  403: Forbidden,
  404: NotFound,
  409: Conflict,
  413: ContentTooLarge,
  429: TooManyRequests,
  503: ServiceUnavailable,
};

/** The error for an answer that is not a success. Reads its body. */
export async function errorOf(response: Response): Promise<PatchbayError> {
  const { status } = response;
  const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json');
  const body: unknown = isProblem ? await response.json().catch(() => undefined) : undefined;
  if (!isProblem) await response.body?.cancel();
  const problem = body as Schemas['Problem'] | undefined;
  const message = problem?.detail ?? problem?.title ?? `The answer has the status ${status}.`;
  return new (byStatus[status] ?? (status >= 500 ? ServerFailed : PatchbayError))(message, response, problem);
}
