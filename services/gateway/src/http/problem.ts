import type { Failure } from '@patchbay/errors/failure';
import { toProblem } from '@patchbay/errors/problem';
import type { Operation } from '../operation/operation.ts';
import type { Services } from '../operation/services.ts';
import { sendRedirect } from './answer.ts';
import type { Exchange } from './exchange.ts';

/** Seconds in `Retry-After` where the failure does not set any. */
const defaultRetryAfter = 1;

function sendProblem({ response, path, requestId }: Exchange, failure: Failure): void {
  const problem = toProblem(failure, { instance: path, requestId });
  const body = JSON.stringify(problem);
  response.statusCode = problem.status;
  if (problem.status === 401) response.setHeader('www-authenticate', 'Bearer realm="patchbay"');
  if (problem.status === 429 || problem.status === 503) {
    response.setHeader('retry-after', failure.retryAfterSeconds ?? defaultRetryAfter);
  }
  // Set by an answer that failed before its headers were sent.
  for (const name of ['content-encoding', 'content-disposition']) response.removeHeader(name);
  response.setHeader('content-type', 'application/problem+json');
  response.setHeader('content-length', Buffer.byteLength(body));
  response.end(body);
}

/** Turns failures into answers, for all operations: a problem, or the redirect of `redirectFailure`. */
export function sendFailure(
  exchange: Exchange,
  failure: Failure,
  operation: Operation | undefined,
  services: Services,
): void {
  const { response } = exchange;
  // The client has disconnected, or part of an answer was sent: closing the connection marks that answer as incomplete.
  if (response.headersSent || response.destroyed) response.destroy();
  else if (operation?.redirectFailure && !operation.problems?.includes(failure.code)) {
    sendRedirect(exchange, operation.redirectFailure(failure, services));
  } else sendProblem(exchange, failure);
}
