import type { Schemas } from './operation.ts';

/** Maximum seconds of a timer: with more, it fires at once. */
const longestTimer = 2_147_483;

/** Parses `Retry-After`: a number of seconds, or a date, which proxies send. */
function secondsUntil(retryAfter: string): number | undefined {
  const seconds = /^\d+$/.test(retryAfter)
    ? Number(retryAfter)
    : Math.max(0, Math.ceil((Date.parse(retryAfter) - Date.now()) / 1000));
  return Number.isNaN(seconds) ? undefined : Math.min(seconds, longestTimer);
}

/** Why a request failed. Its subclasses tell the statuses apart. */
export class PatchbayError extends Error {
  override name = 'PatchbayError';
  /** The status of the answer. 0: no answer. */
  readonly status: number;
  /** The body of the answer, if it is a problem (RFC 9457). */
  readonly problem: Schemas['Problem'] | undefined;
  /** To quote to the operator of the platform. */
  readonly requestId: string | undefined;
  /** Seconds until the same request can succeed. */
  readonly retryAfter: number | undefined;
  /** The invalid fields. */
  readonly errors: readonly Schemas['FieldProblem'][];

  constructor(message: string, response?: Response, problem?: Schemas['Problem'], options?: ErrorOptions) {
    super(message, options);
    this.status = response?.status ?? 0;
    this.problem = problem;
    this.requestId = problem?.requestId ?? response?.headers.get('x-request-id') ?? undefined;
    this.retryAfter = secondsUntil(response?.headers.get('retry-after') ?? '');
    // The server may be another program.
    this.errors = [problem?.errors ?? []].flat().filter((one) => one instanceof Object);
  }
}

/** No or a partial answer: the network failed, or the request timed out. The request may have been performed. */
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
/** 405: the path has no such method. */
export class MethodNotAllowed extends PatchbayError {
  override name = 'MethodNotAllowed';
}
/** 408: the body of the request came too slowly. */
export class RequestTimeout extends PatchbayError {
  override name = 'RequestTimeout';
}
/** 409: the state of things does not allow this. */
export class Conflict extends PatchbayError {
  override name = 'Conflict';
}
/** 413: the body is too large. */
export class ContentTooLarge extends PatchbayError {
  override name = 'ContentTooLarge';
}
/** 415: the body is not of a type that the operation takes. */
export class UnsupportedMediaType extends PatchbayError {
  override name = 'UnsupportedMediaType';
}
/** 429: too many requests; `retryAfter` says how long to wait. */
export class TooManyRequests extends PatchbayError {
  override name = 'TooManyRequests';
}
/** 431: the headers are too large. */
export class HeadersTooLarge extends PatchbayError {
  override name = 'HeadersTooLarge';
}
/** 500, and 5xx without a class of its own: the platform failed. */
export class ServerFailed extends PatchbayError {
  override name = 'ServerFailed';
}
/** 503: the platform, or the advertising system, cannot be reached for the moment. */
export class ServiceUnavailable extends ServerFailed {
  override name = 'ServiceUnavailable';
}
/** 504: a part of the platform took too long. The request may have been performed. */
export class GatewayTimeout extends ServerFailed {
  override name = 'GatewayTimeout';
}

const byStatus: Readonly<Record<number, typeof PatchbayError>> = {
  400: ValidationFailed,
  401: Unauthorized,
  403: Forbidden,
  404: NotFound,
  405: MethodNotAllowed,
  408: RequestTimeout,
  409: Conflict,
  413: ContentTooLarge,
  415: UnsupportedMediaType,
  429: TooManyRequests,
  431: HeadersTooLarge,
  503: ServiceUnavailable,
  504: GatewayTimeout,
};

/** The error for an answer that is not a success. Reads its body. */
export async function errorOf(response: Response): Promise<PatchbayError> {
  const { status, headers, type } = response;
  const isProblem = headers.get('content-type')?.startsWith('application/problem+json');
  const body: unknown = isProblem ? await response.json().catch(() => undefined) : undefined;
  if (!isProblem) await response.body?.cancel();
  const problem = body as Schemas['Problem'] | undefined;
  // Browsers hide where a redirect leads, and its status.
  const isRedirect = type === 'opaqueredirect' || (status >= 300 && status < 400);
  const otherwise = isRedirect
    ? 'The answer is a redirect, which is not followed: it could lead credentials elsewhere. Check `baseUrl`.'
    : `The answer has the status ${status}.`;
  return new (byStatus[status] ?? (status >= 500 ? ServerFailed : PatchbayError))(
    problem?.detail ?? problem?.title ?? otherwise,
    response,
    problem,
  );
}
