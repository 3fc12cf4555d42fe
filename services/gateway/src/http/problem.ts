import type { Failure } from '@patchbay/errors/failure';
import { toProblem } from '@patchbay/errors/problem';
import type { Operation } from '../operation/operation.ts';
import type { Services } from '../operation/services.ts';
import { sendBody, sendRedirect } from './answer.ts';
import type { Exchange } from './exchange.ts';
import type { HeaderList } from './head.ts';

/** Seconds in `Retry-After` where the failure does not set any. */
const defaultRetryAfter = 1;

function headersOf(status: number, { retryAfterSeconds = defaultRetryAfter }: Failure): HeaderList {
  if (status === 401) return ['www-authenticate', 'Bearer realm="patchbay"'];
  return status === 429 || status === 503 ? ['retry-after', String(retryAfterSeconds)] : [];
}

function sendProblem(exchange: Exchange, failure: Failure): void {
  const { response, path, requestId } = exchange;
  const problem = toProblem(failure, { instance: path, requestId });
  // Set by an answer that failed before its headers were sent.
  for (const name of ['content-encoding', 'content-disposition']) response.removeHeader(name);
  const headers = headersOf(problem.status, failure);
  sendBody(exchange, problem.status, 'application/problem+json', JSON.stringify(problem), headers);
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
    sendRedirect(exchange, operation.redirectFailure(failure, services, exchange.requestId));
  } else sendProblem(exchange, failure);
}
