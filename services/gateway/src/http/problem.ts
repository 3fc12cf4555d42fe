import type { Failure } from '@patchbay/errors/failure';
import { toProblem } from '@patchbay/errors/problem';
import type { Operation } from '../operation/operation.ts';
import type { Services } from '../operation/services.ts';
import { sendRedirect } from './answer.ts';
import type { Exchange } from './exchange.ts';

/** Seconds, where a failure that passes does not say how long it takes. */
const defaultRetryAfter = 1;

function sendProblem({ response, path, requestId }: Exchange, failure: Failure): void {
  const problem = toProblem(failure, { instance: path, requestId });
  const body = JSON.stringify(problem);
  response.statusCode = problem.status;
  if (problem.status === 401) response.setHeader('www-authenticate', 'Bearer realm="patchbay"');
  if (problem.status === 429 || problem.status === 503) {
    response.setHeader('retry-after', failure.retryAfterSeconds ?? defaultRetryAfter);
  }
  response.setHeader('content-type', 'application/problem+json');
  response.setHeader('content-length', Buffer.byteLength(body));
  response.end(body);
}

/** The one place where a failure becomes an answer: a problem, or where an operation declares so, a redirect. */
export function sendFailure(
  exchange: Exchange,
  failure: Failure,
  operation: Operation | undefined,
  services: Services,
): void {
  const { response } = exchange;
  // Nobody is listening any more, or the answer is half out: closing is the only truthful thing left to do.
  if (response.headersSent || response.destroyed) response.destroy();
  else if (operation?.redirectFailure && !operation.problems?.includes(failure.code)) {
    sendRedirect(exchange, operation.redirectFailure(failure, services));
  } else sendProblem(exchange, failure);
}
