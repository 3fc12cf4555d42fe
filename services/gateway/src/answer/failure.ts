import { type Failure, toFailure } from '@patchbay/errors/failure';
import { toProblem } from '@patchbay/errors/problem';
import { unsampledTraceparent } from '@patchbay/telemetry/trace-context';
import type { ErrorRequestHandler } from 'express';
import { hasUndiscardedBody } from '../request/body.ts';
import { type Exchange, exchangeOf } from '../request/exchange.ts';
import { type Redirect, sendBody, sendRedirect } from './answer.ts';

/** Seconds in `Retry-After` where the failure does not set any. */
const defaultRetryAfter = 1;

/**
 * Answers with a problem, or with the redirect if there is one. Where part of an answer was sent, closes the connection, which marks that
 * answer as incomplete.
 */
export function sendFailure(exchange: Exchange, failure: Failure, redirect?: Redirect): void {
  const { response, path, requestId } = exchange;
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  if (redirect !== undefined) {
    sendRedirect(exchange, redirect);
    return;
  }
  const problem = toProblem(failure, { instance: path, requestId });
  const { status } = problem;
  // Set by an answer that failed before its headers were sent.
  for (const name of ['content-encoding', 'content-disposition']) response.removeHeader(name);
  if (status === 401) response.setHeader('www-authenticate', 'Bearer realm="patchbay"');
  if (status === 429 || status === 503)
    response.setHeader('retry-after', failure.retryAfterSeconds ?? defaultRetryAfter);
  sendBody(exchange, status, 'application/problem+json', JSON.stringify(problem));
}

/** Answers what a middleware refused before the request was routed: no credential was looked at, no span or log line is written. */
export const refuseEarly: ErrorRequestHandler = (error, request, response, _next) => {
  const traceparent = request.headers['traceparent'];
  response.setHeader('traceparent', unsampledTraceparent(traceparent as string | undefined));
  if (hasUndiscardedBody(request)) response.setHeader('connection', 'close');
  sendFailure(exchangeOf(response), toFailure(error));
};
