import type { Span } from '@opentelemetry/api';
import { type Failure, invalid, toFailure } from '@patchbay/errors/failure';
import { statusOf } from '@patchbay/errors/problem';
import { createAnsweredRequests, type RequestOutcome } from '@patchbay/http/answered-requests';
import { inRequestSpan } from '@patchbay/http/request';
import { attributes } from '@patchbay/telemetry/attributes';
import type { Logger } from '@patchbay/telemetry/logger';
import { count, observe } from '@patchbay/telemetry/metrics';
import { failSpan, tracerOf } from '@patchbay/telemetry/span';
import { currentTraceparent } from '@patchbay/telemetry/trace-context';
import type { RequestHandler } from 'express';
import { runningRequestOf } from '../edge/overload.ts';
import { type Exchange, exchangeOf } from '../request/exchange.ts';
import type { Received } from '../request/stages.ts';
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
  /** What its requests are counted as for objectives; undefined: they do not count. */
  readonly part?: string | undefined;
  readonly failedCredential?: FailedCredential | undefined;
  /** The redirect to answer a failure with; undefined: a problem. */
  readonly redirectFailure?: (failure: Failure, requestId: string) => Redirect | undefined;
}

/** Status in metrics, spans and logs where the client disconnected before the end of the answer, as in nginx; never sent. */
const clientClosedRequest = 499;

/** Whether a provider has answered with its own status, or has failed to answer. */
const isByProvider = ({ response, failure }: Exchange): boolean =>
  failure?.byProvider ?? response.getHeader(relayHeader) === 'provider';

/** A 5xx that is a provider's is told apart, so that it is not taken for a failure of ours. */
function outcomeOf(exchange: Exchange, status: number): RequestOutcome {
  if (status === clientClosedRequest) return 'canceled';
  if (status < 500) return 'answered';
  return isByProvider(exchange) ? 'provider_failed' : 'failed';
}

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
    { status, outcome }: { readonly status: number; readonly outcome: RequestOutcome },
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
    const measured = outcome === 'provider_failed' ? `provider_${status}` : status;
    observe('httpRequestDuration', seconds, { operation, status: measured });
    if (refused !== undefined) {
      count('requestsRefused', 1, { operation, ...refused });
      logger.info(line, 'request refused');
    }
    // Load balancers call it every few seconds. One that fails is logged as `request failed` too.
    else if (operation === 'getHealth') logger.debug(line, 'health check answered');
    else logger.info(line, 'request answered');
  };

  return (
    served: Served,
    answer: (exchange: Exchange, params: Received['params']) => unknown,
  ): RequestHandler => {
    const countAnswer = served.part === undefined ? undefined : createAnsweredRequests(served.part);
    return (request, response) => {
      const startedAt = performance.now();
      const exchange = exchangeOf(response);
      const { requestId } = exchange;
      inRequestSpan(tracer, request, { ...served, requestId }, async (span) => {
        const traceparent = currentTraceparent();
        if (traceparent !== undefined) response.setHeader('traceparent', traceparent);
        const status = await run(exchange, served, () => answer(exchange, request.params), span);
        const outcome = outcomeOf(exchange, status);
        countAnswer?.(outcome);
        record(exchange, served, { status, outcome }, (performance.now() - startedAt) / 1000, span);
      }).catch((error: unknown) => {
        logger.error({ err: error, requestId }, 'request could not be answered');
        response.destroy();
      });
    };
  };
}
