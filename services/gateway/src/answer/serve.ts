import type { Span } from '@opentelemetry/api';
import { type Failure, invalid, toFailure } from '@patchbay/errors/failure';
import { statusOf } from '@patchbay/errors/problem';
import { inRequestSpan } from '@patchbay/http/request';
import { attributes } from '@patchbay/telemetry/attributes';
import type { Logger } from '@patchbay/telemetry/logger';
import { count, observe } from '@patchbay/telemetry/metrics';
import { failSpan, tracerOf } from '@patchbay/telemetry/span';
import { currentTraceparent } from '@patchbay/telemetry/trace-context';
import type { RequestHandler } from 'express';
import { runningRequestOf } from '../edge/overload.ts';
import { type Exchange, exchangeOf } from '../request/exchange.ts';
import type { Redirect } from './answer.ts';
import { sendFailure } from './failure.ts';
import { relayHeader } from './headers.ts';
import { type FailedCredential, refusalOf, requestLine } from './request-line.ts';

/** How a request appears in spans, metrics and log lines: of low cardinality, and without values from the path. */
export interface Served {
  /** As declared, `/v1/invitations/{token}`: paths may hold tokens. `none` for an unknown path. */
  readonly route: string;
  /** `none` where no operation answers the request. */
  readonly operation: string;
  readonly failedCredential?: FailedCredential | undefined;
  /** The redirect to answer a failure with; undefined: a problem. */
  readonly redirectFailure?: (failure: Failure, requestId: string) => Redirect | undefined;
}

/** Status in metrics, spans and logs where the client disconnected before the end of the answer, as in nginx; never sent. */
const clientClosedRequest = 499;

/** In metrics a 5xx that a provider itself has answered is `provider_503`, so that it is not taken for a failure of ours. */
const measuredStatus = ({ response, failure }: Exchange, status: number): number | string =>
  status >= 500 && failure === undefined && response.getHeader(relayHeader) === 'provider'
    ? `provider_${status}`
    : status;

/**
 * Creates request handlers that answer inside the span of the request. Every failure is caught and answered here; log line and metrics
 * are written when the answer was handed over.
 */
export function createServe(logger: Logger) {
  const tracer = tracerOf('gateway');

  /** Answers the request; returns the status for logs. */
  const run = async (
    exchange: Exchange,
    { redirectFailure }: Served,
    answer: () => unknown,
    span: Span,
  ): Promise<number> => {
    const { request, response, requestId } = exchange;
    try {
      // HTTP/1.1 requires the header (RFC 9112); the gateway does not use its value.
      if (request.headers.host === undefined && request.httpVersion === '1.1')
        throw invalid({ path: 'Host', message: 'is required' });
      await answer();
      return exchange.isDisconnected ? clientClosedRequest : response.statusCode;
    } catch (thrown) {
      const failure = toFailure(thrown);
      exchange.failure = failure;
      const { isDisconnected } = exchange;
      const isCutOff = response.headersSent;
      sendFailure(exchange, failure, redirectFailure?.(failure, requestId));
      const [status] = statusOf[failure.code];
      // A call that is canceled because the client disconnected fails with the code `timeout`.
      const isCanceled = isDisconnected && failure.code === 'timeout';
      if (!isCanceled && (status >= 500 || isCutOff)) {
        failSpan(span, failure);
        logger[failure.code === 'internal' ? 'error' : 'warn']({ err: failure, requestId }, 'request failed');
      }
      if (isDisconnected) return clientClosedRequest;
      return isCutOff ? status : response.statusCode;
    } finally {
      runningRequestOf(response)?.end();
    }
  };

  const record = (
    exchange: Exchange,
    { route, operation, failedCredential }: Served,
    status: number,
    seconds: number,
    span: Span,
  ): void => {
    const refused = refusalOf(exchange, failedCredential);
    const line = requestLine(exchange, { route, operation, status, seconds, refused });
    span.setAttributes({
      [attributes.httpStatus]: status,
      [attributes.callerType]: line.caller,
      ...(line.organizationId && { [attributes.organizationId]: line.organizationId }),
    });
    observe('httpRequestDuration', seconds, { operation, status: measuredStatus(exchange, status) });
    if (refused !== undefined) {
      count('requestsRefused', 1, { operation, ...refused });
      logger.info(line, 'request refused');
    }
    // Load balancers call it every few seconds. One that fails is logged as `request failed` too.
    else if (operation === 'getHealth') logger.debug(line, 'health check answered');
    else logger.info(line, 'request answered');
  };

  return (served: Served, answer: (exchange: Exchange) => unknown): RequestHandler =>
    (request, response) => {
      const startedAt = performance.now();
      const exchange = exchangeOf(response);
      const { requestId } = exchange;
      exchange.params = request.params;
      inRequestSpan(tracer, request, { ...served, requestId }, async (span) => {
        const traceparent = currentTraceparent();
        if (traceparent !== undefined) response.setHeader('traceparent', traceparent);
        const status = await run(exchange, served, () => answer(exchange), span);
        record(exchange, served, status, (performance.now() - startedAt) / 1000, span);
      }).catch((error: unknown) => {
        logger.error({ err: error, requestId }, 'request could not be answered');
        response.destroy();
      });
    };
}
