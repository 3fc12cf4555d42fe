import type { Failure, FailureCode, FieldProblem } from './failure.ts';
import { bounded } from './field-problems.ts';

/** Status and title of each code, from the contract's table of errors. */
export const statusOf: Record<FailureCode, readonly [status: number, title: string]> = {
  invalid: [400, 'Validation Failed'],
  bad_request: [400, 'Bad Request'],
  unauthenticated: [401, 'Unauthorized'],
  forbidden: [403, 'Forbidden'],
  not_found: [404, 'Not Found'],
  method_not_allowed: [405, 'Method Not Allowed'],
  conflict: [409, 'Conflict'],
  request_timeout: [408, 'Request Timeout'],
  content_too_large: [413, 'Content Too Large'],
  unsupported_media_type: [415, 'Unsupported Media Type'],
  header_fields_too_large: [431, 'Request Header Fields Too Large'],
  rate_limited: [429, 'Too Many Requests'],
  internal: [500, 'Internal Server Error'],
  unavailable: [503, 'Service Unavailable'],
  timeout: [504, 'Gateway Timeout'],
};

/** The body of an error response (RFC 9457). */
export interface Problem {
  readonly type: 'about:blank';
  readonly title: string;
  readonly status: number;
  readonly detail?: string;
  readonly instance: string;
  readonly requestId?: string;
  readonly errors?: readonly FieldProblem[];
}

export interface ProblemContext {
  /** The request's path, without its query. */
  readonly instance: string;
  readonly requestId?: string;
}

export function toProblem(failure: Failure, { instance, requestId }: ProblemContext): Problem {
  const [status, title] = statusOf[failure.code];
  return {
    type: 'about:blank',
    title,
    status,
    ...(failure.publicText !== undefined && { detail: failure.publicText }),
    instance,
    ...(requestId !== undefined && { requestId }),
    ...(failure.code === 'invalid' && { errors: bounded(failure.problems) }),
  };
}
